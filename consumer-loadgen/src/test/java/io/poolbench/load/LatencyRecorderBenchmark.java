package io.poolbench.load;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of recording one call, in time and (with {@code -prof gc}) in bytes, by one thread or
 * several ({@code -t 4}). Latencies are drawn beforehand, over two decades, so that more than one
 * bucket is hot.
 *
 * <p>With fewer CPUs than threads, the time includes waits for a CPU.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class LatencyRecorderBenchmark {
  private static final int LATENCIES = 4096;

  /** The recorder of all threads. */
  @State(Scope.Benchmark)
  public static class Shared {
    final LatencyRecorder recorder = new LatencyRecorder();

    /** Between iterations, as between a step's parts. */
    @Setup(Level.Iteration)
    public void take() {
      recorder.take(Ledger.EMPTY);
    }
  }

  /** The latencies of one thread. */
  @State(Scope.Thread)
  public static class Writer {
    final long[] latencies = new long[LATENCIES];
    int next;

    /** Draws the latencies: 100 us to 10 ms. */
    @Setup
    public void draw() {
      SplittableRandom random = new SplittableRandom(42);
      for (int i = 0; i < LATENCIES; i++) {
        latencies[i] = Math.round(100_000 * Math.pow(100, random.nextDouble()));
      }
    }

    long latency() {
      return latencies[next++ & (LATENCIES - 1)];
    }
  }

  /** A successful call of a closed loop. */
  @Benchmark
  public void closed(Shared shared, Writer writer) {
    shared.recorder.record(Outcome.OK, writer.latency());
  }

  /** A rejected call of a closed loop. */
  @Benchmark
  public void rejected(Shared shared, Writer writer) {
    shared.recorder.record(Outcome.REJECTED, writer.latency());
  }

  /** A successful call of an open loop: four durations. */
  @Benchmark
  public void open(Shared shared, Writer writer) {
    long latency = writer.latency();
    shared.recorder.recordPaced(Outcome.OK, 0, latency / 4, latency / 2, latency);
  }
}
