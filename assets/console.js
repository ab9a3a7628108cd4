/* The console works without this; with it, lists follow what happens, and a form that is pressed twice is sent once. */
const POLL_MS = 4000;
const POLL_MS_MAX = 60000;

addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
});
// A page that is gone back to may be sent again.
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

const live = document.querySelector("[data-news]");
if (live) {
  let after = live.dataset.after;
  let pauseMs = POLL_MS;
  let timer = 0;

  /** What tells a link or button from the others, in this page and in the next. */
  const nameOf = (element) =>
    [element.id, element.getAttribute("href"), element.getAttribute("aria-describedby"), element.value, element.tagName].join(" ");

  const show = async () => {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of document.querySelectorAll("[data-live]")) {
      const fresh = next.getElementById(part.id);
      if (!fresh) continue;
      const held = part.contains(document.activeElement) ? nameOf(document.activeElement) : null;
      part.replaceWith(fresh);
      if (held === null) continue;
      const same = [...fresh.querySelectorAll("a, button, [tabindex]")].find((element) => nameOf(element) === held);
      // What had the focus is gone: those who work by keyboard go on where it was.
      (same ?? fresh).focus();
    }
  };

  const look = async () => {
    clearTimeout(timer);
    if (document.visibilityState !== "visible") return;
    try {
      const answer = await fetch(`${live.dataset.news}?after=${after}`, { redirect: "manual" });
      // Led to the door: the session has ended.
      if (answer.type === "opaqueredirect") return location.assign("/console?ended=1");
      if (!answer.ok) throw new Error(String(answer.status));
      const { next, news } = await answer.json();
      if (news) await show();
      after = next;
      pauseMs = POLL_MS;
    } catch {
      pauseMs = Math.min(2 * pauseMs, POLL_MS_MAX);
    }
    timer = setTimeout(look, pauseMs);
  };

  live.hidden = false;
  document.addEventListener("visibilitychange", look);
  timer = setTimeout(look, POLL_MS);
}
