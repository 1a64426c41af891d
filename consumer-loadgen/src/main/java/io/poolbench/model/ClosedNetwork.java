package io.poolbench.model;

/**
 * The closed queueing network of an RPC provider. Each user sends its next request when the last
 * one is answered. A request passes the network and the client, a bounded queue, and a thread,
 * which it holds while it uses a CPU and waits for downstream services.
 *
 * @param cpu CPU time of a call
 * @param cpus CPUs that the provider may use
 * @param waitMillis time in which a call holds its thread but no CPU, such as a Redis read
 * @param outsideMillis time of a call outside the pool: network, I/O threads and client
 * @param threads maximum of the pool
 * @param queue maximum number of calls that wait for a thread; further calls are refused
 * @param contention how long calls wait for each other, relative to independent calls with
 *     exponential times: 0 = only at saturation (equal calls), above 1 = calls arrive in groups
 *     ({@link FlowEquivalentServer})
 * @param backoffMillis mean pause of a user between a refusal and its next request
 */
public record ClosedNetwork(
    CpuDemand cpu,
    int cpus,
    double waitMillis,
    double outsideMillis,
    int threads,
    int queue,
    double contention,
    double backoffMillis) {
  public static final int UNBOUNDED = Integer.MAX_VALUE;

  public ClosedNetwork {
    require("CPUs", cpus >= 1, cpus);
    require("wait in the thread", waitMillis >= 0, waitMillis);
    require("time outside", outsideMillis >= 0, outsideMillis);
    require("threads", threads >= 1, threads);
    require("queue", queue >= 0, queue);
    require("contention", contention >= 0, contention);
    require("backoff", backoffMillis >= 0, backoffMillis);
  }

  public ClosedNetwork(
      CpuDemand cpu,
      int cpus,
      double waitMillis,
      double outsideMillis,
      int threads,
      int queue,
      double contention) {
    this(cpu, cpus, waitMillis, outsideMillis, threads, queue, contention, 0);
  }

  static void require(String name, boolean valid, double value) {
    if (!valid || Double.isNaN(value) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " out of range: " + value);
    }
  }

  public ClosedNetwork withPool(int otherThreads, int otherQueue) {
    return new ClosedNetwork(
        cpu, cpus, waitMillis, outsideMillis, otherThreads, otherQueue, contention, backoffMillis);
  }

  /** Maximum number of calls in the pool, running and waiting. */
  public long maxCalls() {
    return (long) threads + queue;
  }

  /** The asymptotic bounds at a CPU time per call, which depends on the throughput. */
  public AsymptoticBounds bounds(double demandMillis) {
    return new AsymptoticBounds(demandMillis, waitMillis, outsideMillis, cpus, threads);
  }

  /** The number of users at which the CPUs saturate if the threads suffice. */
  public double kneeUsers() {
    return bounds(cpu.millisAt(cpu.saturationTps(cpus))).kneeUsers();
  }

  public SteadyState solve(int users) {
    return new FlowEquivalentServer(this).solve(users);
  }
}
