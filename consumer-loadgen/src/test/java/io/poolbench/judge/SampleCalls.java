package io.poolbench.judge;

import io.poolbench.journal.CallSum;
import io.poolbench.journal.Calls;
import io.poolbench.journal.Durations;
import io.poolbench.journal.Key;
import io.poolbench.journal.Level;
import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Turn;
import io.poolbench.study.Cell;
import io.poolbench.study.Sla;
import io.poolbench.study.Study;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Slices of ten seconds with exact numbers of calls in each of 20 batches. */
final class SampleCalls {
  static final int BATCHES = 20;
  private static final Duration LENGTH = Duration.ofSeconds(10);

  private SampleCalls() {}

  static Cell cell(Sla.Bound... bounds) {
    Cell cell = Studies.steps("users: 40").cells().get(0);
    return bounds.length == 0 ? cell : cell.boundBy(new Sla(List.of(bounds)));
  }

  static Key key(int repetition, int round, int level) {
    return new Key("fixed 4 queue 0", repetition, new Turn(round, round), level, "");
  }

  /** Calls that were not answered OK. */
  static Calls failing(long rejected, long timeout, long error, long unsent) {
    return Calls.NONE
        .with(CallSum.REJECTED, rejected)
        .with(CallSum.TIMEOUT, timeout)
        .with(CallSum.TIMEOUT_NANOS, timeout * 1_000)
        .with(CallSum.ERROR, error)
        .with(CallSum.UNSENT, unsent);
  }

  /** A slice whose batches are all alike: late calls take a little more than 10 ms. */
  static Slice slice(Key key, long ok, long late, Calls failed) {
    return slice(key, ok, late, 4, failed);
  }

  static Slice slice(Key key, long ok, long late, long millis, Calls failed) {
    Durations times = SampleSlices.durations(millis * 1_000_000, ok - late, 10_050_000, late);
    Instant at =
        SimulatedCalls.START.plus(
            LENGTH.multipliedBy(100L * key.turn().block() + 10L * key.repetition()));
    return SampleSlices.slice(
        key, SampleSlices.batches(BATCHES, at, LENGTH, failed.with(CallSum.OK, ok), times));
  }

  /** What a pool does at a level in a block. */
  interface Behaviour {
    Slice slice(Key key, int level);
  }

  /** Cells {@code a}, {@code b}, ... at 8, 16, 24 and 32 users in eight rounds. */
  static JudgedStudy rounds(String sla, Behaviour... cells) {
    Study study = Studies.paired(cells.length, 1, "rounds: 8", "users: '8, 16, 24, 32'", sla);
    List<Slice> slices = new ArrayList<>();
    for (int round = 1; round <= 8; round++) {
      for (int level = 8; level <= 32; level += 8) {
        Turn turn = new Turn(round, 4 * (round - 1) + level / 8);
        for (int visit = 0; visit < 2 * cells.length; visit++) {
          int cell = visit % cells.length;
          slices.add(cells[cell].slice(new Key(Studies.name(cell), 1, turn, level, ""), level));
        }
      }
    }
    return JudgedStudy.of(study, SampleSlices.journal(slices));
  }

  /** One repetition of a level of these slices. */
  static List<Level> level(Cell cell, Slice... slices) {
    return List.of(new Level(cell, List.of(slices)));
  }
}
