package io.poolbench.generator;

import io.poolbench.remote.PeerException;
import io.poolbench.result.GeneratorHost;
import java.net.InetAddress;

/** A load generator, as its coordinator knows it. Thread-safe. */
interface Generator extends AutoCloseable {
  /** What it is, with the shortest round trip so far. */
  GeneratorHost host();

  /** How many files and connections its process may still open. */
  long freeDescriptors();

  /** Where it is. */
  InetAddress address();

  /** Reports that the coordinator is there, without which a generator ends its load. */
  void ping() throws PeerException;

  /** Opens a share of a load. */
  GeneratorLoad open(LoadOrder order) throws PeerException;

  /** Ends the session, with its loads. A generator ends it by itself where nothing reaches it. */
  void bye();

  /** Disconnects. */
  @Override
  void close();
}
