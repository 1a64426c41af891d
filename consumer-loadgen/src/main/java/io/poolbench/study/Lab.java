package io.poolbench.study;

import io.poolbench.generator.Generators;
import io.poolbench.lab.CpuList;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.Pinning;
import io.poolbench.lab.RedisLab;
import io.poolbench.measure.NanoClock;
import io.poolbench.measure.Timeline;
import java.nio.file.Path;
import java.util.Objects;

/**
 * The resources that all cells of a study share.
 *
 * @param providers the folder of the modules of providers
 * @param hostCpus the CPUs of the host
 * @param pinning pins processes to CPUs
 * @param probe measures the host before each cell
 * @param redis the Redis servers
 * @param clock monotonic, for durations
 * @param timeline wall clock, for timestamps
 * @param generators make the calls; none: the driver does
 */
record Lab(
    Path providers,
    CpuList hostCpus,
    Pinning pinning,
    HostProbe probe,
    RedisLab redis,
    NanoClock clock,
    Timeline timeline,
    Generators generators) {
  Lab {
    Objects.requireNonNull(providers, "providers");
    Objects.requireNonNull(hostCpus, "hostCpus");
    Objects.requireNonNull(pinning, "pinning");
    Objects.requireNonNull(probe, "probe");
    Objects.requireNonNull(redis, "redis");
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(timeline, "timeline");
    Objects.requireNonNull(generators, "generators");
  }

  /** Without load generators. */
  Lab(
      Path providers,
      CpuList hostCpus,
      Pinning pinning,
      HostProbe probe,
      RedisLab redis,
      NanoClock clock,
      Timeline timeline) {
    this(providers, hostCpus, pinning, probe, redis, clock, timeline, Generators.none());
  }
}
