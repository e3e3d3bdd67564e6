'use strict';
// The page is whole without this: it adds filters, sorting, copying, and opens what a link points at.

(() => {
  const table = document.getElementById('rows');
  const status = document.getElementById('rows-status');
  const form = document.getElementById('filter');

  // A filter stands in the address behind the section: #machines?placement=away&cluster=prod.
  const address = () => location.hash.slice(1).split('?');

  const reveal = () => {
    const [id] = address();
    const target = id && document.getElementById(decodeURIComponent(id));
    if (!target) return;
    for (let parent = target.closest('details'); parent; parent = parent.parentElement.closest('details')) parent.open = true;
    target.scrollIntoView();
  };
  addEventListener('hashchange', reveal);
  reveal();

  let opened = [];
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll('details:not([open], .each, .all details)')];
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

  // What is asked for: the fields of the form, and by links also a host or a range of frequencies.
  let linked = {};
  const asked = () => ({ ...linked, ...Object.fromEntries([...new FormData(form)].filter(([, value]) => value)) });
  const isWhole = key => key === 'cluster' || key === 'vcenter' || key === 'host';

  const fitsOne = ([key, value], { cells, text }) => {
    if (key === 'text') return value.toLowerCase().split(/\s+/).filter(Boolean).every(word => text.includes(word));
    const at = column(key);
    if (at < 0) return true;
    const range = value.match(/^([\d.]+)\.\.([\d.]+)$/);
    if (!range) return isWhole(key) ? cells[at] === value.trim() : cells[at].startsWith(value);
    const number = Number(valueOf(cells, at).replaceAll(',', ''));
    return number >= Number(range[1]) - 0.0005 && number <= Number(range[2]) + 0.0005;
  };

  const filter = () => {
    const wanted = Object.entries(asked());
    let shown = 0;
    for (const row of rows()) {
      const fit = wanted.every(one => fitsOne(one, row));
      if (row.row.hidden === fit) row.row.hidden = !fit;
      if (fit) shown++;
    }
    table.classList.toggle('filtered', wanted.length > 0);
    say(shown);
  };

  // To the address and back; where that is the same already, nothing is done.
  const write = () => {
    const query = new URLSearchParams(asked()).toString();
    const hash = query ? `#machines?${query}` : address().length > 1 ? '#machines' : location.hash;
    if (hash !== location.hash) history.replaceState(null, '', hash);
  };
  const read = () => {
    const [id, query] = address();
    if (id !== 'machines') return;
    form.reset();
    linked = {};
    for (const [key, value] of new URLSearchParams(query ?? '')) {
      const field = form.elements[key];
      if (field) field.value = value;
      else if (column(key) >= 0) linked[key] = value;
    }
    filter();
  };
  addEventListener('hashchange', read);

  let waiting;
  form.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { filter(); write(); }, 120);
  });
  form.addEventListener('reset', () => {
    linked = {};
    setTimeout(() => { filter(); if (address()[0] === 'machines') write(); });
  });
  form.addEventListener('submit', event => event.preventDefault());
  form.hidden = false;

  // A link leads to the machines it counts: without this script to their table, with it to those rows of it.
  for (const link of document.querySelectorAll('[data-show]')) {
    const show = new URLSearchParams(link.dataset.show === 'host' ? { host: link.textContent.trim() } : link.dataset.show);
    const cluster = link.closest('[data-cluster]')?.dataset;
    if (cluster?.cluster) show.set('cluster', cluster.cluster);
    if (cluster?.vcenter) show.set('vcenter', cluster.vcenter);
    link.href = `#machines?${show}`;
  }

  const inOrder = () => [...body.rows].filter(row => !row.hidden);
  const tell = (button, text) => {
    const label = button.textContent;
    button.textContent = text;
    setTimeout(() => { button.textContent = label; }, 2000);
  };
  document.getElementById('copy-names').addEventListener('click', async event => {
    const names = inOrder().map(row => row.cells[0].textContent.trim());
    try {
      await navigator.clipboard.writeText(names.join('\n'));
      tell(event.target, `${names.length} copied`);
    } catch {
      tell(event.target, 'The browser forbids it');
    }
  });

  // What a spreadsheet would take for a formula begins with an apostrophe, but for figures.
  const cellOf = text => {
    const safe = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) && !/^[+-]?\d[\d,]*(\.\d+)?$/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const line = texts => texts.map(cellOf).join(',') + '\r\n';
  const valuesOf = row => {
    const cells = [...row.cells].map(cell => cell.textContent.trim());
    return heads.map((head, at) => head.classList.contains('n') ? valueOf(cells, at).replaceAll(',', '') : valueOf(cells, at));
  };
  const csv = () => [heads.map(head => head.textContent.trim()), ...inOrder().map(valuesOf)].map(line).join('');
  document.getElementById('save-csv').addEventListener('click', () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['\uFEFF', csv()], { type: 'text/csv' }));
    link.download = 'timerprobe-machines.csv';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  });

  const severities = ['info', 'warning', 'critical'];
  const order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

  // "same" stands for the present host or frequency, two columns before.
  const valueOf = (cells, at) => cells[at] === 'same' ? cells[column(keys[at] === 'homeHz' ? 'hostHz' : 'host')] : cells[at];

  const keyOf = (cells, at) => {
    const text = valueOf(cells, at);
    if (text === '') return null;
    if (keys[at] === 'findings') return severities.indexOf(text.split(' ')[0]);
    if (!heads[at].classList.contains('n')) return text;
    const number = Number(text.replace(/,| %/g, ''));
    return text.endsWith(' %') ? number * 10000 : number;
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

  read();
})();
