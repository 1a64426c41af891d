package io.poolbench.api;

/**
 * What a call of {@link PermissionService#findUserInfo} does beside its Redis read.
 *
 * @param cpuIterations rounds of arithmetic: a fixed count and never a timed spin, which would hide
 *     contention
 * @param garbageBytes bytes allocated and dropped, so that collections come regularly
 */
public record ServiceWork(long cpuIterations, int garbageBytes) {
  /** No work beside the Redis read. */
  public static final ServiceWork NONE = new ServiceWork(0, 0);

  public ServiceWork {
    InvalidSettingException.requireRange("cpuIterations", cpuIterations, 0, Long.MAX_VALUE);
    if (garbageBytes < 0 || garbageBytes > 64 << 20) {
      throw new InvalidSettingException(
          "garbage", garbageBytes + "B is out of range; valid: 0B..64MiB");
    }
  }
}
