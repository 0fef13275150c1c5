// The search's worker, where pages are files. These may start none, but have frames.
if (location.protocol === "file:")
  window.Worker = function (address) {
    const frame = document.createElement("iframe")
    frame.hidden = true
    frame.srcdoc = `<script src="${address}"></script>`
    const loaded = new Promise((done) => (frame.onload = done))
    document.body.append(frame)
    this.postMessage = async (data) => {
      await loaded
      frame.contentWindow.postMessage = (answer) => this.onmessage({ data: answer })
      frame.contentWindow.onmessage({ data })
    }
  }
