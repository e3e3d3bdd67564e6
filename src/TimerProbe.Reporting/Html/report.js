'use strict';
// The page is whole without this: it adds filters, sorting, copying, and opens what a link points at.

(() => {
  const table = document.getElementById('rows');
  const status = document.getElementById('rows-status');
  const form = document.getElementById('filter');

  const reveal = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (!target) return;
    for (let parent = target.closest('details'); parent; parent = parent.parentElement.closest('details')) parent.open = true;
    target.scrollIntoView();
  };
  addEventListener('hashchange', reveal);
  reveal();

  let opened = [];
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll('details:not([open])')];
    for (const details of opened) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false;
  });

  const addCopyButtons = within => {
    for (const label of within.querySelectorAll('p:has(+ pre):not(:has(button))')) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'Copy';
      button.setAttribute('aria-label', `Copy the steps for ${label.textContent.trim()}`);
      label.append(button);
    }
  };
  document.addEventListener('toggle', event => {
    if (event.target.open) addCopyButtons(event.target);
  }, true);
  document.addEventListener('click', async event => {
    const button = event.target.closest('p > button');
    if (!button) return;
    const commands = button.parentElement.nextElementSibling;
    try {
      await navigator.clipboard.writeText(commands.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(commands);
      button.textContent = 'Selected: copy it now';
    }
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });

  if (!table) return;

  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const keys = heads.map(head => head.dataset.key);
  const column = key => keys.indexOf(key);
  const total = body.rows.length;
  let known;

  // Reading a cell's text is what takes time: each is read once, when first asked for.
  const rows = () => known ??= [...body.rows].map(row => {
    const cells = [...row.cells].map(cell => cell.textContent.trim());
    return { row, cells, text: cells.join('\n').toLowerCase() };
  });

  const say = shown => {
    const figure = number => number.toLocaleString('en');
    status.textContent = shown === total
      ? `${figure(total)} virtual machines`
      : `${figure(shown)} of ${figure(total)} virtual machines`;
  };

  const filter = () => {
    const words = form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    const choices = [...form.querySelectorAll('select')]
      .filter(select => select.value)
      .map(({ name, value }) => ({ at: column(name), value, whole: name === 'cluster' || name === 'vcenter' }));
    const fits = ({ cells, text }) => words.every(word => text.includes(word))
      && choices.every(({ at, value, whole }) => whole ? cells[at] === value.trim() : cells[at].startsWith(value));
    let shown = 0;
    for (const row of rows()) {
      const fit = fits(row);
      if (row.row.hidden === fit) row.row.hidden = !fit;
      if (fit) shown++;
    }
    say(shown);
  };

  let waiting;
  form.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(filter, 120);
  });
  form.addEventListener('reset', () => setTimeout(filter));
  form.addEventListener('submit', event => event.preventDefault());
  form.hidden = false;

  for (const link of document.querySelectorAll('[data-show]')) {
    link.addEventListener('click', () => {
      form.reset();
      const kind = link.dataset.show;
      form.elements[kind === 'slow' ? 'guest' : 'placement'].value = kind;
      filter();
    });
  }

  const severities = ['info', 'warning', 'critical'];
  const order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

  // "same" stands for the present host or frequency, two columns before.
  const valueOf = (cells, at) => cells[at] === 'same' ? cells[column(keys[at] === 'homeHz' ? 'hostHz' : 'host')] : cells[at];

  const keyOf = (cells, at) => {
    const text = valueOf(cells, at);
    if (text === '') return null;
    if (keys[at] === 'findings') return severities.indexOf(text.split(' ')[0]);
    return heads[at].classList.contains('n') ? Number(text.replaceAll(',', '')) : text;
  };

  const sort = (at, ascending) => {
    const sign = ascending ? 1 : -1;
    const keyed = rows().map(({ row, cells }) => ({ row, key: keyOf(cells, at) }));
    keyed.sort((a, b) => {
      if (a.key === null || b.key === null) return (a.key === null) - (b.key === null);
      return sign * (typeof a.key === 'number' ? a.key - b.key : order.compare(a.key, b.key));
    });
    const sorted = document.createDocumentFragment();
    for (const { row } of keyed) sorted.append(row);
    body.append(sorted);
    for (const head of heads) head.removeAttribute('aria-sort');
    heads[at].setAttribute('aria-sort', ascending ? 'ascending' : 'descending');
  };

  for (const head of heads) {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    head.append(button);
  }
  table.tHead.addEventListener('click', event => {
    const head = event.target.closest('th');
    if (!head) return;
    const first = head.classList.contains('n') || head.dataset.key === 'findings' ? 'descending' : 'ascending';
    const now = head.getAttribute('aria-sort');
    sort(heads.indexOf(head), (now === null ? first : now === 'ascending' ? 'descending' : 'ascending') === 'ascending');
  });
})();
