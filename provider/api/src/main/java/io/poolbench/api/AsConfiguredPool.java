package io.poolbench.api;

/**
 * The pool that a program configures for itself.
 *
 * @param built the pool read back from the running program; null = not known yet
 */
public record AsConfiguredPool(EffectivePool built) implements ConfiguredPool {
  public static final String KIND = "as-configured";

  public static final AsConfiguredPool UNKNOWN = new AsConfiguredPool(null);

  private static final String LABEL = "as configured";

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public boolean isKnown() {
    return built != null && built.maxThreads() != null;
  }

  @Override
  public int coreThreads() {
    return isKnown() ? built.coreThreads() : 0;
  }

  @Override
  public int threads() {
    return isKnown() ? built.maxThreads() : PoolConfig.UNBOUNDED;
  }

  @Override
  public int queues() {
    return isKnown() ? built.queues() : 0;
  }

  @Override
  public boolean queuesBeforeItGrows() {
    return isKnown() && built.type().queuesBeforeItGrows(built.queues());
  }

  @Override
  public AsConfiguredPool ran(EffectivePool found) {
    return new AsConfiguredPool(found);
  }

  @Override
  public String label() {
    return built == null ? LABEL : LABEL + ": " + built.label();
  }
}
