package io.poolbench.api;

/**
 * What a call of {@link PermissionService#findUserInfo} does beside its Redis read.
 *
 * @param cpuIterations rounds of arithmetic: a fixed count and never a timed spin, which would hide
 *     contention
 * @param garbageBytes bytes allocated and dropped, so that collections come regularly
 * @param bursts the arithmetic is done in so many equal parts; between two of them the thread
 *     offers its CPU to others
 */
public record ServiceWork(long cpuIterations, int garbageBytes, int bursts) {
  /** No work beside the Redis read. */
  public static final ServiceWork NONE = new ServiceWork(0, 0, 1);

  public ServiceWork {
    InvalidSettingException.requireRange("cpuIterations", cpuIterations, 0, Long.MAX_VALUE);
    if (garbageBytes < 0 || garbageBytes > 64 << 20) {
      throw new InvalidSettingException(
          "garbage", garbageBytes + "B is out of range; valid: 0B..64MiB");
    }
    InvalidSettingException.requireRange("bursts", bursts, 1, 1000);
  }
}
