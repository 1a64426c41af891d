'use strict';
/*
 * Where loads stand on the x axes of a page: to scale, so that slopes and knees are true, or evenly
 * spaced, as a search takes its steps close together where it matters.
 */
const poolbenchLoads = (() => {
  const EDGE = 0.03;
  const MIN_SHARE_FROM_ZERO = 1 / 3;

  class ToScale {
    /** Of loads that rise. */
    constructor(levels) {
      this.levels = levels;
      const first = levels.length > 0 ? levels[0] : 0;
      const last = levels.length > 0 ? levels[levels.length - 1] : 1;
      const edge = first < last ? EDGE * (last - first) : Math.max(1, 0.1 * last);
      const fromZero = first <= MIN_SHARE_FROM_ZERO * last;
      this.extent = [fromZero ? 0 : first - edge, last + edge];
    }

    position(level) {
      return level;
    }

    /** What stands at a position that has a label; undefined where nothing does. */
    label(position) {
      return Number.isInteger(position) ? position : undefined;
    }

    axis(unit) {
      // The ends of the axis are no loads.
      return {name: unit, minInterval: 1, ends: {showMinLabel: this.extent[0] === 0 ? null : false, showMaxLabel: false}};
    }
  }

  class EvenlySpaced {
    constructor(levels) {
      this.levels = levels;
      this.extent = [-0.5, Math.max(1, levels.length) - 0.5];
    }

    position(level) {
      return this.levels.indexOf(level);
    }

    label(position) {
      return this.levels[position];
    }

    axis(unit) {
      return {name: unit + ', evenly spaced', minInterval: 1, maxInterval: 1, ends: {}};
    }
  }

  /** The load that is nearest to a position. */
  function nearest(scale, position) {
    const distance = level => Math.abs(scale.position(level) - position);
    return scale.levels.reduce((best, level) => distance(level) < distance(best) ? level : best);
  }

  /**
   * From where to where some of the measured loads reach, each to the middle between it and its
   * neighbours; those side by side are one.
   */
  function bands(scale, measured, chosen) {
    const at = measured.map(level => scale.position(level));
    const middle = (left, right) => (at[left] + at[right]) / 2;
    // The outermost reach as far out as in.
    const from = index => index > 0 ? middle(index - 1, index) : at.length > 1 ? 2 * at[0] - middle(0, 1) : scale.extent[0];
    const to = index => index < at.length - 1 ? middle(index, index + 1) : at.length > 1 ? 2 * at[index] - middle(index - 1, index) : scale.extent[1];
    return measured.map((_, index) => index)
      .filter(chosen)
      .reduce((runs, index) => {
        const last = runs[runs.length - 1];
        return last && last.until === index - 1
          ? runs.slice(0, -1).concat({from: last.from, to: to(index), until: index})
          : runs.concat({from: from(index), to: to(index), until: index});
      }, [])
      .map(run => [Math.max(run.from, scale.extent[0]), Math.min(run.to, scale.extent[1])]);
  }

  const spacings = {scale: levels => new ToScale(levels), even: levels => new EvenlySpaced(levels)};

  return {spacings, nearest, bands};
})();
