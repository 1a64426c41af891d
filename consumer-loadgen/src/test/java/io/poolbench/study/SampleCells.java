package io.poolbench.study;

/** Cells to measure. */
public final class SampleCells {
  /** A fixed pool of 24 threads, called by 8, 24 and 40 users. */
  public static final Cell FIXED =
      PlainStudy.cell(
          """
          provider:
            threadpool: fixed
            threads: 24
            queues: 0
            work: {cpuIterations: 1000, garbage: 512B, bursts: 2}
            jvm: {options: [-Xmx512m]}
          redis: {records: 1000, connections: 4, latency: {mean: 500us, deviation: 100us}}
          driver: {connections: 2, timeout: 3s}
          cpus: {provider: 0-1}
          load: {users: "8, 24, 40", backoff: 0ms, warmup: 10s, settle: 1500ms, measure: 10s}
          sla: {tp99: 10ms}
          """);

  private SampleCells() {}
}
