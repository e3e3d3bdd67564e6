// Keeps the page as new as the fleet is. Without it the page is whole; it is then as old as its last loading.
'use strict';
(() => {
  const main = () => document.getElementById('main');
  const pathOf = element => {
    const path = [];
    for (let at = element; at && at !== main(); at = at.parentElement) {
      path.unshift([...at.parentElement.children].indexOf(at));
    }
    return path;
  };
  const at = path => path.reduce((element, index) => element?.children[index], main());
  const isEditing = () => document.activeElement?.matches('input, select, textarea') && main().contains(document.activeElement);
  let known = document.body.dataset.version;
  let waiting = false;
  let busy = false;

  const refresh = async () => {
    if (busy || isEditing() || document.hidden) {
      waiting = true;
      return;
    }
    busy = true;
    waiting = false;
    try {
      const answer = await fetch(location.href, { headers: { Accept: 'text/html' }, redirect: 'error' });
      if (!answer.ok) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const next = fresh.getElementById('main');
      if (!next || isEditing()) {
        waiting = !!next;
        return;
      }
      const focused = main().contains(document.activeElement) ? pathOf(document.activeElement) : null;
      const open = [...main().querySelectorAll('details')].map(details => details.open);
      const scrolled = [...main().querySelectorAll('.scroll')].map(part => [part.scrollLeft, part.scrollTop]);
      main().replaceChildren(...document.importNode(next, true).childNodes);
      const details = [...main().querySelectorAll('details')];
      if (details.length === open.length) details.forEach((each, index) => { each.open = open[index]; });
      [...main().querySelectorAll('.scroll')].forEach((part, index) => { [part.scrollLeft, part.scrollTop] = scrolled[index] ?? [0, 0]; });
      if (focused) at(focused)?.focus({ preventScroll: true });
      known = fresh.body.dataset.version;
      document.body.dataset.version = known;
    } finally {
      busy = false;
    }
  };

  const events = new EventSource('/events');
  events.addEventListener('fleet', event => { if (event.data !== known) refresh(); });
  // What says how old it is says so anew.
  setInterval(refresh, 60_000);
  const retry = () => { if (waiting) refresh(); };
  document.addEventListener('focusout', () => setTimeout(retry, 0));
  document.addEventListener('visibilitychange', retry);
})();
