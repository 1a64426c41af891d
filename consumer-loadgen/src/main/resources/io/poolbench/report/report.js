'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const charts = poolbenchCharts;
  const board = new charts.Board();
  window.poolbench = {ready: false, charts: board.charts};
  const CELL_CHARTS = ['throughput', 'latency', 'pool', 'time', 'spectrum'];
  // What fits a sheet of paper, in CSS pixels.
  const PRINTED = {width: 680};

  function drawOverviews() {
    const units = [...new Set(data.curves.map(curve => curve.unit))];
    units.forEach((unit, number) => {
      const curves = data.curves.filter(curve => curve.unit === unit);
      const place = document.getElementById('most-' + number);
      place.style.height = 52 + 34 * curves.length + 'px';
      board.draw(place.id, charts.most(curves));
      for (const figure of ['tps', 'tp99']) {
        board.draw('overview-' + figure + '-' + number, charts.overview(curves, figure, data.figures), 'overview-' + number);
      }
    });
  }

  function drawCell(cell) {
    const curve = data.curves[cell];
    for (const kind of CELL_CHARTS) {
      board.draw(kind + '-' + cell, charts[kind](curve, data.figures), kind === 'spectrum' ? null : 'cell-' + cell);
    }
  }

  const sections = [...document.querySelectorAll('details.cell')];
  const drawOpened = () => sections.filter(section => section.open).forEach(section => drawCell(Number(section.dataset.cell)));

  sections.forEach(section => section.addEventListener('toggle', drawOpened));
  document.querySelectorAll('#verdict a').forEach(link => link.addEventListener('click', () => {
    document.querySelector(link.getAttribute('href')).open = true;
  }));
  window.addEventListener('beforeprint', () => {
    document.querySelectorAll('details').forEach(section => { section.open = true; });
    drawOpened();
    board.print(true, PRINTED);
  });
  window.addEventListener('afterprint', () => board.print(false));

  drawOverviews();
  drawOpened();
  window.poolbench.ready = true;
  performance.mark('poolbench.ready');
})();
