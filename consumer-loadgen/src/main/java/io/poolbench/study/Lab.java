package io.poolbench.study;

import io.poolbench.lab.CpuList;
import io.poolbench.lab.HostProbe;
import io.poolbench.lab.Pinning;
import io.poolbench.lab.RedisLab;
import io.poolbench.measure.NanoClock;
import io.poolbench.measure.Timeline;
import java.nio.file.Path;
import java.util.Objects;

/**
 * What all cells of a study are run with.
 *
 * @param serverFolder where the provider's jar and its lib folder are
 * @param hostCpus the CPUs that there are
 * @param pinning holds processes to CPUs
 * @param probe looks at the host before each cell
 * @param redis where records live
 * @param clock by which is measured
 * @param timeline by which is dated
 */
record Lab(
    Path serverFolder,
    CpuList hostCpus,
    Pinning pinning,
    HostProbe probe,
    RedisLab redis,
    NanoClock clock,
    Timeline timeline) {
  Lab {
    Objects.requireNonNull(serverFolder, "serverFolder");
    Objects.requireNonNull(hostCpus, "hostCpus");
    Objects.requireNonNull(pinning, "pinning");
    Objects.requireNonNull(probe, "probe");
    Objects.requireNonNull(redis, "redis");
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(timeline, "timeline");
  }
}
