package io.poolbench.measure;

import io.poolbench.Changed;
import io.poolbench.journal.Calls;
import io.poolbench.journal.Durations;
import io.poolbench.journal.Entry;
import io.poolbench.journal.Entry.WarmUp;
import io.poolbench.journal.Journal;
import io.poolbench.journal.Metric;
import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.SampledPools;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Violation;
import io.poolbench.judge.Visit;
import io.poolbench.lab.LabException;
import io.poolbench.study.PlainStudy;
import io.poolbench.study.Study;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Providers in virtual time, all of whose calls take 4 ms. For one thread. */
final class SimulatedProviders implements OpenCells.Opener {
  static final Violation FAULT = Violation.of(Metric.DRIVER_CPU, 95, 90);
  private static final long MILLI = 1_000_000;
  private static final int BATCHES = 20;

  /** What happens, in order. */
  final List<String> events = new ArrayList<>();

  /** What happens when a provider is started, or a visit begins. */
  Failing opening = name -> {};

  Failing visiting = name -> {};

  /** Whether a visit is disturbed. */
  Predicate<Visit> faulty = visit -> false;

  private Instant now = SampleSlices.START;

  interface Failing {
    void happen(String name) throws LabException, InterruptedException;
  }

  /** Two pools with a provider each, at two levels. */
  static Study steps(String... more) {
    return study(
        "load: {users: '4, 8', warmup: 1s, settle: 1s, measure: 10s}", String.join("\n", more));
  }

  /** Two pools in one provider, at three levels in two rounds. */
  static Study paired(String... more) {
    return study(
        "paired: {rounds: 2}",
        "load: {users: '4, 8, 16', warmup: 1s, settle: 70ms, measure: 200ms}",
        String.join("\n", more));
  }

  private static Study study(String... lines) {
    return PlainStudy.parse(
        String.join("\n", lines),
        """
        provider: {threadpool: fixed}
        sla: {tp99: 10ms}
        cells:
        - {name: a, provider: {threads: 4}}
        - {name: b, provider: {threads: 5}}
        """);
  }

  @Override
  public OpenCells open(SharedCells cells) throws LabException, InterruptedException {
    String name = cells.logName() + " " + cells.repetition();
    events.add("open " + name);
    opening.happen(name);
    return new Provider(cells, name);
  }

  private final class Provider implements OpenCells {
    private final SharedCells cells;
    private final String name;

    Provider(SharedCells cells, String name) {
      this.cells = cells;
      this.name = name;
    }

    private List<Entry.Opened> opened(WarmUp warmUp) {
      return cells.cells().stream()
          .map(
              cell ->
                  Changed.with(
                      SampleSlices.opened(cell.name(), cells.repetition()), "warmUp", warmUp))
          .toList();
    }

    @Override
    public List<Entry.Opened> opened() {
      return opened(null);
    }

    @Override
    public List<Entry.Opened> warm() {
      now = now.plusSeconds(1);
      return opened(new WarmUp(8, 1, true, ""));
    }

    @Override
    public List<Slice> measure(Visit visit) throws LabException, InterruptedException {
      events.add(visit.cell() + " " + visit.level());
      visiting.happen(visit.cell() + " " + visit.level());
      now = now.plus(visit.settle());
      Durations times = SampleSlices.durations(4 * MILLI, 200);
      Slice slice =
          SampleSlices.slice(
              visit.key(visit.level(), ""),
              SampleSlices.batches(BATCHES, now, visit.measure(), Calls.ok(200), times));
      now = now.plus(visit.measure());
      return List.of(faulty.test(visit) ? slice.with(Set.of(FAULT)) : slice);
    }

    @Override
    public Entry.Sampled sample(Visit visit, Journal soFar)
        throws LabException, InterruptedException {
      events.add("sample " + visit.cell() + " " + visit.level());
      visiting.happen("sample " + visit.cell() + " " + visit.level());
      return new Entry.Sampled(visit.cell(), visit.repetition(), visit.level(), SampledPools.of());
    }

    @Override
    public void close() {
      events.add("close " + name);
    }
  }
}
