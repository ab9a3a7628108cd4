/* The calendar works without this: From and To say which nights. With it, a click on a night begins the range and another one ends it. */
const DAY = 86400000;
const form = document.querySelector("form[data-range]");
const heat = document.querySelector("svg.heat");
const chosen = document.querySelector("[data-chosen]");

if (form && heat) {
  const { from, to } = form.elements;
  const date = new Intl.DateTimeFormat("en", { weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  const rows = [...heat.querySelectorAll("[data-first]")].map((row) => [Date.parse(row.dataset.first), [...row.children]]);
  let begun = null;

  const show = () => {
    const [first, last] = [from.valueAsNumber, to.valueAsNumber];
    for (const [start, cells] of rows) {
      for (const [at, cell] of cells.entries()) cell.classList.toggle("in", start + at * DAY >= first && start + at * DAY <= last);
    }
    const nights = (last - first) / DAY + 1;
    if (!(nights > 0)) chosen.textContent = "No nights are chosen.";
    else {
      const range = nights === 1 ? date.format(first) : `${date.format(first)} to ${date.format(last)}`;
      chosen.textContent = `Chosen: ${range}, ${nights === 1 ? "1 night" : `${nights} nights`}.`;
    }
  };

  heat.classList.add("live");
  heat.addEventListener("click", ({ target }) => {
    for (const [start, cells] of rows) {
      const at = cells.indexOf(target.closest("g"));
      if (at < 0) continue;
      const night = start + at * DAY;
      from.valueAsNumber = Math.min(night, begun ?? night);
      to.valueAsNumber = Math.max(night, begun ?? night);
      begun = begun === null ? night : null;
      show();
    }
  });
  for (const input of [from, to]) input.addEventListener("change", show);
}
