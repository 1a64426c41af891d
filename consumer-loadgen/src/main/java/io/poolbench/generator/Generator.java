package io.poolbench.generator;

import io.poolbench.lab.LabException;

/** A process that makes shares of loads. Thread-safe. */
public interface Generator extends AutoCloseable {
  /** What it is. */
  Facts facts() throws LabException;

  /**
   * The round trip of its network to a provider.
   *
   * @throws LabException if nothing listens there
   */
  double roundTripMillis(String host, int port) throws LabException;

  /** Opens a share of a load; nothing is called yet. */
  GeneratorLoad open(LoadOrder order) throws LabException, InterruptedException;

  /** Ends all loads. */
  @Override
  void close();

  /**
   * What a generator is.
   *
   * @param cpus that it may use
   * @param host in words
   * @param freeDescriptors how many files and connections it may still open
   */
  record Facts(int cpus, String host, long freeDescriptors) {}
}
