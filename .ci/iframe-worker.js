// The search's worker, where pages are files. These may start none, but have frames.
if (location.protocol === "file:")
  window.Worker = function (address) {
    const frame = document.createElement("iframe")
    frame.hidden = true
    document.body.append(frame)
    const inside = frame.contentWindow
    inside.postMessage = (data) => this.onmessage({ data })
    const script = inside.document.createElement("script")
    const loaded = new Promise((done) => (script.onload = done))
    script.src = address
    inside.document.body.append(script)
    this.postMessage = (data) => loaded.then(() => inside.onmessage({ data }))
  }
