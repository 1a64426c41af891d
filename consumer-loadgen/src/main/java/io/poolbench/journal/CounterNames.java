package io.poolbench.journal;

import io.poolbench.core.ProviderMetrics;
import java.util.Locale;

/**
 * Names of the counters that the lab adds to those of a provider ({@link ProviderMetrics}). Times
 * are in seconds, unless the name says otherwise.
 */
public final class CounterNames {
  /** Time between the readings in which the load ran. */
  public static final String LOAD = "load_seconds";

  /** Calls that ended between the readings. */
  public static final String CALLS = "calls";

  /** Answers that came after their caller had given up; absent if the client does not see them. */
  public static final String EXPIRED = "expired_answers";

  /** The capacity of the cell in calls per second, measured before; a state. */
  public static final String CAPACITY = "capacity_per_second";

  /** Wake-up delays on the driver's CPUs; a histogram of nanoseconds. */
  public static final String DRIVER_HICCUPS = "driver_hiccup_nanos";

  /** Answer times of Redis to the driver's probe; a histogram of nanoseconds. */
  public static final String REDIS_ANSWERS = "redis_answer_nanos";

  /** Age of a probe that Redis had not answered, in nanoseconds; a maximum. */
  public static final String REDIS_PENDING = "redis_pending_nanos";

  private CounterNames() {}

  /** A process whose threads and CPUs are measured, and the prefix of its counters. */
  public enum Side {
    PROVIDER,
    DRIVER;

    private String counter(String name) {
      return name().toLowerCase(Locale.ROOT) + "_" + name;
    }

    /** CPU time of the process. */
    public String cpu() {
      return this == PROVIDER ? ProviderMetrics.CPU : counter("cpu_seconds");
    }

    /** Time of all CPUs that the process may use. */
    public String cpuAvailable() {
      return counter("cpu_available_seconds");
    }

    /** Time of the JIT compilers. */
    public String jit() {
      return this == PROVIDER ? ProviderMetrics.JIT : counter("jit_seconds");
    }

    public String voluntarySwitches() {
      return counter("voluntary_switches");
    }

    public String involuntarySwitches() {
      return counter("involuntary_switches");
    }

    /** Time in which threads were runnable and had no CPU. */
    public String runQueueWait() {
      return counter("run_queue_wait_seconds");
    }

    /** How often a thread got a CPU. */
    public String timeSlices() {
      return counter("time_slices");
    }

    /** Time for which a CPU quota stopped the process, summed over CPUs. */
    public String throttled() {
      return counter("throttled_seconds");
    }

    /** Time by the clock to which {@link #throttled} refers, times the number of CPUs. */
    public String throttleable() {
      return counter("throttleable_seconds");
    }

    /** Time of the CPUs that others used, stole or withheld. */
    public String taken() {
      return counter("cpu_taken_seconds");
    }

    /** Ticks of the CPUs, idle ones too. */
    public String ticks() {
      return counter("ticks");
    }

    /** Ticks that the hypervisor gave to other machines. */
    public String stealTicks() {
      return counter("steal_ticks");
    }

    /** Ticks of processes outside the study; absent if they are not all seen. */
    public String otherTicks() {
      return counter("other_ticks");
    }

    /** Ticks in which the study's own processes used the CPUs; absent if others share them. */
    public String busyTicks() {
      return counter("busy_ticks");
    }
  }

  /** CPU time of the driver's busiest thread; of several slices the sum of each one's busiest. */
  public static final String DRIVER_BUSIEST_THREAD = "driver_busiest_thread_seconds";

  /** CPU time of the threads of the provider's JIT compilers. */
  public static final String PROVIDER_COMPILERS = "provider_jit_cpu_seconds";
}
