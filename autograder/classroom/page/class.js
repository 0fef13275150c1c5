// The table of students: sorted by its columns, and searched. Without it all are there.
for (const box of document.querySelectorAll(".search ~ .roll")) {
  const body = box.querySelector("tbody");
  const rows = [...body.rows];
  const heads = [...box.querySelectorAll("thead th")];
  const key = (row, place, isNumber) => {
    const by = row.cells[place].dataset.by;
    return by === undefined ? null : isNumber ? Number(by) : by;
  };
  heads.forEach((head, place) => {
    const isNumber = head.classList.contains("amount");
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === (isNumber ? "descending" : "ascending");
      const sign = down === isNumber ? 1 : -1;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
      const sorted = rows.map((row, i) => [key(row, place, isNumber), i, row]);
      sorted.sort(([a, i], [b, j]) => {
        if (a === null || b === null) return (a === null) - (b === null) || i - j;
        const order = isNumber ? a - b : a.localeCompare(b, undefined, { numeric: true });
        return sign * order || i - j;
      });
      body.append(...sorted.map(([, , row]) => row));
    });
  });
  const search = box.parentElement.querySelector(".search");
  const count = search.querySelector("[role=status]");
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const texts = rows.map((row) => plain(row.textContent));
  search.hidden = false;
  search.querySelector("input").addEventListener("input", (event) => {
    const words = plain(event.target.value).split(/\s+/).filter(Boolean);
    rows.forEach((row, i) => {
      row.hidden = !words.every((word) => texts[i].includes(word));
    });
    const shown = rows.filter((row) => !row.hidden).length;
    count.textContent = words.length ? `${shown} of ${rows.length}` : "";
  });
}
