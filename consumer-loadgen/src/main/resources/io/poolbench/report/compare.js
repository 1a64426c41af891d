'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const charts = poolbenchCharts;
  const board = new charts.Board();
  window.poolbench = {ready: false, charts: board.charts};

  board.drawSections(panel => {
    const curves = data.curves[panel].map(each => Object.assign({}, each.curve, {name: each.label}));
    board.drawCapacity('capacity-' + panel, curves);
    board.drawOverviews({['tps-' + panel]: 'tps', ['tp99-' + panel]: 'tp99'}, 'metric-' + panel, curves, data.metrics, true);
  });
  window.poolbench.ready = true;
})();
