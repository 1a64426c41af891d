package io.poolbench.api;

/**
 * The work of a call of {@link PermissionService#findUserInfo} in addition to its Redis read.
 *
 * @param cpuIterations rounds of arithmetic; a fixed count, as a timed spin would hide contention
 * @param garbageBytes bytes allocated and dropped
 * @param bursts equal parts of the arithmetic; the thread yields its CPU between two of them
 */
public record ServiceWork(long cpuIterations, int garbageBytes, int bursts) {
  public static final ServiceWork NONE = new ServiceWork(0, 0, 1);

  public ServiceWork {
    InvalidSettingException.requireRange("cpuIterations", cpuIterations, 0, Long.MAX_VALUE);
    if (garbageBytes < 0 || garbageBytes > 64 << 20) {
      throw new InvalidSettingException(
          "garbage", garbageBytes + "B out of range (valid: 0B..64MiB)");
    }
    InvalidSettingException.requireRange("bursts", bursts, 1, 1000);
  }
}
