'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const charts = poolbenchCharts;
  const board = new charts.Board();
  window.poolbench = {ready: false, charts: board.charts};
  const CELL_CHARTS = ['throughput', 'latency', 'pool', 'time', 'sites', 'spectrum'];

  const units = [...new Set(data.curves.map(curve => curve.unit))];
  units.forEach((unit, number) => {
    const curves = data.curves.filter(curve => curve.unit === unit);
    if (!document.getElementById('capacity-' + number)) {
      return;
    }
    board.drawCapacity('capacity-' + number, curves);
    const places = {['overview-tps-' + number]: 'tps', ['overview-tp99-' + number]: 'tp99'};
    board.drawOverviews(places, 'metric-' + number, curves, data.metrics, curves.length === 1);
  });
  document.querySelectorAll('#verdict a').forEach(link => link.addEventListener('click', () => {
    document.querySelector(link.getAttribute('href')).open = true;
  }));
  if (document.getElementById('together-tps')) {
    poolbenchTimeline.drawTogether(board, data.curves);
  }
  board.drawSections((cell, section) => {
    if (section.matches('.timeline') || !document.querySelector(`.timeline[data-cell="${cell}"]`)) {
      poolbenchTimeline.draw(board, cell, data.curves[cell]);
    }
    if (section.matches('.timeline')) {
      return;
    }
    for (const kind of CELL_CHARTS) {
      board.draw(kind + '-' + cell, charts[kind](data.curves[cell], data.metrics), kind === 'spectrum' ? null : 'cell-' + cell);
    }
  });
  window.poolbench.ready = true;
})();
