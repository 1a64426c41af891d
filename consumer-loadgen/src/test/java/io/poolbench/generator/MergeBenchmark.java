package io.poolbench.generator;

import io.poolbench.measure.Interval;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a coordinator's thread does for one batch of a step, of which there are 20: the messages of
 * all generators become one interval. In a run several threads read the messages.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
@State(Scope.Benchmark)
public class MergeBenchmark {
  /** Generators. */
  @Param({"10", "100", "1000"})
  public int generators;

  private List<byte[]> messages;

  /** The messages of a batch of 1,000 calls each, with exponential response times. */
  @Setup
  public void measure() {
    messages = MergeTest.messages(generators);
  }

  /** The batch. */
  @Benchmark
  public Interval merge() throws IOException {
    return MergeTest.merged(messages);
  }
}
