package io.poolbench.generator;

import io.poolbench.lab.LabException;

/** A process that generates shares of loads. Thread-safe. */
public interface Generator extends AutoCloseable {
  Facts facts() throws LabException;

  /**
   * The network round trip to a provider, in milliseconds.
   *
   * @throws LabException if nothing listens at the address
   */
  double roundTripMillis(String host, int port) throws LabException;

  /** Opens a share of a load. No call is made yet. */
  GeneratorLoad open(LoadOrder order) throws LabException, InterruptedException;

  @Override
  void close();

  /**
   * Properties of a generator.
   *
   * @param cpus the number of CPUs that it may use
   * @param host description of its host
   * @param freeDescriptors the number of files and connections that it may still open
   */
  record Facts(int cpus, String host, long freeDescriptors) {}
}
