/* The booking page works without this; with it, the total follows the extras, and the departure follows the arrival. */
const form = document.querySelector("form[data-total]");
if (form) {
  const format = new Intl.NumberFormat(document.documentElement.lang, {
    style: "currency",
    currency: form.dataset.currency,
    trailingZeroDisplay: "stripIfInteger",
  });
  const show = () => {
    let [total, due] = [Number(form.dataset.total), Number(form.dataset.due)];
    for (const box of form.querySelectorAll("input[name=extra]:checked")) {
      total += Number(box.dataset.total);
      due += Number(box.dataset.due);
    }
    for (const [name, amount] of Object.entries({ total, due, later: total - due })) {
      form.querySelector(`[data-amount=${name}]`).textContent = format.format(amount / 10000);
    }
  };
  form.addEventListener("change", show);
  show();
}

for (const search of document.querySelectorAll("form[role=search]")) {
  const { checkIn, checkOut } = search.elements;
  checkIn.addEventListener("change", () => {
    const arrival = checkIn.valueAsNumber;
    if (!Number.isFinite(arrival)) return;
    checkOut.min = new Date(arrival + 86400000).toISOString().slice(0, 10);
    if (!(checkOut.valueAsNumber > arrival)) checkOut.value = checkOut.min;
  });
}

for (const select of document.querySelectorAll("#sort")) select.addEventListener("change", () => select.form.requestSubmit());
