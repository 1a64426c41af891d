'use strict';
/*
 * Steps over time, as StepTimeline.java writes them: charts of one step, whose phases are shaded and
 * named, and of the same figure of several cells. A point stands in the middle of its slice.
 */
const poolbenchTimeline = (() => {
  const {COLOURS, base, valueAxis, rightAxis, millisAxis, limitLine, line, room, escape, row, tip, measure} = poolbenchCharts.kit;

  const end = step => step.at[step.at.length - 1] + step.seconds / 2;

  const points = (step, column) => (column || []).map((value, index) => [step.at[index], value]);

  const timeAxis = (palette, steps) => ({
    type: 'value', name: 'seconds', min: 0, max: Math.ceil(Math.max(...steps.map(end))), nameLocation: 'middle', nameGap: 26, nameTextStyle: {color: palette.faint},
    axisLabel: {color: palette.faint, hideOverlap: true, formatter: measure}, splitLine: {show: false},
    axisLine: {show: true, onZero: false, lineStyle: {color: palette.line}}, axisTick: {show: true}, axisPointer: {type: 'line', snap: true},
  });

  /** Every second phase is shaded; all are named at the top. */
  const phaseBands = (palette, step) => step.phases.length === 0 ? [] : [{
    type: 'scatter', data: [], silent: true,
    markArea: {
      silent: true, animation: false, z: 0,
      label: {color: palette.text, position: 'top', distance: 3, fontSize: 11},
      data: step.phases.map((phase, index) => [
        {xAxis: phase.from, name: phase.name, itemStyle: {color: index % 2 === 1 ? palette.undecided : 'transparent'}},
        {xAxis: phase.to},
      ]),
    },
  }];

  /** Room for the names of phases, below those of the axes. */
  const roomFor = phases => phases.length === 0 ? room(false) : {...room(false), top: 70};
  const axesFor = (phases, axes) => phases.length === 0 ? axes : axes.map(axis => ({...axis, nameGap: 26}));

  const nearest = (step, seconds) => step.at.reduce((best, at, index) => Math.abs(at - seconds) < Math.abs(step.at[best] - seconds) ? index : best, 0);

  const ROWS = [
    ['due', 'due/s'], ['tps', 'OK/s'], ['refused', 'refused/s'], ['timeouts', 'timed out/s'], ['errors', 'failed/s'], ['late', 'too late/s'],
    ['tp50', 'TP50 ms'], ['tp99', 'TP99 ms'], ['active', 'active'], ['threads', 'threads'], ['queued', 'queued'],
  ];

  /** All figures of the nearest slice, whatever chart of its step is pointed at. */
  const tooltip = step => hovered => {
    const index = nearest(step, hovered[0].axisValue);
    const at = step.at[index];
    const phase = step.phases.find(of => at >= of.from && at < of.to);
    return '<b>' + escape(measure(Math.max(0, at - step.seconds / 2)) + '..' + measure(at + step.seconds / 2) + ' s') + '</b>'
      + (phase ? '<br>' + escape(phase.name) : '') + '<table>'
      + ROWS.filter(([field]) => step[field] && step[field][index] !== null)
        .map(([field, name]) => row(name, measure(step[field][index]))).join('')
      + '</table>';
  };

  const overTime = (step, axes, series) => palette => {
    const plain = base(palette);
    const drawn = series(palette);
    return Object.assign(plain, {
      grid: roomFor(step.phases),
      legend: Object.assign(plain.legend, {data: drawn.map(of => of.name)}),
      xAxis: timeAxis(palette, [step]),
      yAxis: axesFor(step.phases, axes(palette)),
      tooltip: Object.assign(plain.tooltip, {formatter: tooltip(step)}),
      series: drawn.concat(phaseBands(palette, step)),
    });
  };

  const plain = {showSymbol: false, connectNulls: false};

  const capacityLine = (palette, step) => step.capacity === undefined ? undefined : {
    symbol: 'none', silent: true, animation: false, lineStyle: {color: palette.text, type: 'dotted', width: 1},
    label: {color: palette.text, position: 'insideEndTop', formatter: () => 'capacity ' + measure(step.capacity)}, data: [{yAxis: step.capacity}],
  };

  const goodput = step => overTime(step, palette => [valueAxis(palette, 'calls/s')], palette => [
    line(0, 'OK', points(step, step.tps), {...plain, areaStyle: {color: COLOURS[0], opacity: 0.18}, markLine: capacityLine(palette, step)}),
  ].concat(step.due ? [line(6, 'due', points(step, step.due), {...plain, lineStyle: {color: palette.text, type: 'dashed', width: 1.5}, itemStyle: {color: palette.text}})] : []));

  function tails(step, curve) {
    const limits = curve.limits.filter(limit => ['tp50', 'tp99'].includes(limit.metric));
    const values = (step.tp50 || []).concat(step.tp99 || [], limits.map(limit => limit.limit));
    return overTime(step, palette => [millisAxis(palette, values)], palette => [
      line(2, 'TP99', points(step, step.tp99), {...plain, markLine: limitLine(palette, limits, 'insideEndTop')}),
      line(0, 'TP50', points(step, step.tp50), plain),
    ]);
  }

  const FAILURES = [['refused', 'refused', 1], ['timeouts', 'timed out', 5], ['errors', 'failed', 3], ['late', 'answered too late', 2]];

  const failures = step => overTime(step, palette => [valueAxis(palette, 'calls/s')], () => FAILURES
    .filter(([field]) => step[field])
    .map(([field, name, colour]) => line(colour, name, points(step, step[field]), plain)));

  const occupancy = step => overTime(step,
    palette => [valueAxis(palette, 'threads', {minInterval: 1}), rightAxis(palette, 'queue', {minInterval: 1})],
    () => [
      line(0, 'active', points(step, step.active), plain),
      line(1, 'threads', points(step, step.threads), {...plain, lineStyle: {color: COLOURS[1], type: 'dashed', width: 1.5}}),
      line(2, 'queued', points(step, step.queued), {...plain, yAxisIndex: 1}),
    ]);

  const KINDS = {goodput, tails, failures, occupancy};

  /** The charts of a cell's steps, one step at a time. */
  function draw(board, cell, curve) {
    if (curve.timelines.length === 0) {
      return;
    }
    const builds = Object.entries(KINDS)
      .map(([kind, build]) => [kind + '-' + cell, step => build(curve.timelines[step], curve)]);
    board.drawChosen('timeline-' + cell, Object.fromEntries(builds), 'timeline-' + cell);
  }

  /** A figure of the first step of each of several cells. */
  function together(curves, field) {
    const measured = curves.filter(curve => curve.timelines.length > 0);
    const steps = measured.map(curve => curve.timelines[0]);
    const limits = measured[0].limits.filter(limit => limit.metric === field);
    const values = steps.flatMap(step => step[field] || []).concat(limits.map(limit => limit.limit));
    return palette => {
      const option = base(palette);
      return Object.assign(option, {
        grid: roomFor(steps[0].phases),
        legend: Object.assign(option.legend, {data: measured.map(curve => curve.name)}),
        xAxis: timeAxis(palette, steps),
        yAxis: axesFor(steps[0].phases, [field === 'tps' ? valueAxis(palette, 'OK/s') : millisAxis(palette, values)]),
        tooltip: Object.assign(option.tooltip, {formatter: hovered => tip(measure(hovered[0].axisValue) + ' s', measured
          .map((curve, index) => [curve, steps[index], nearest(steps[index], hovered[0].axisValue)])
          .map(([curve, step, at]) => row(curve.name, measure(step[field] ? step[field][at] : null))))}),
        series: measured.map((curve, index) => line(index, curve.name, points(steps[index], steps[index][field]), {...plain, markLine: index === 0 ? limitLine(palette, limits, 'insideEndTop') : undefined}))
          .concat(phaseBands(palette, {phases: steps[0].phases.map(phase => ({...phase, name: phase.name.split(' ')[0].replace(/,$/, '')}))})),
      });
    };
  }

  /** What all cells have in common, where their steps go through phases. */
  function drawTogether(board, curves) {
    for (const field of ['tps', 'tp99']) {
      board.draw('together-' + field, together(curves, field), 'together');
    }
  }

  return {draw, drawTogether};
})();
