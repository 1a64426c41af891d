package io.poolbench.side;

import io.poolbench.lab.LabException;
import java.io.IOException;

/** The machine on which a side runs: its build, file cache and address. */
public interface SideHost extends AutoCloseable {
  /** The hash of the build that the side runs. */
  String build() throws LabException;

  /**
   * The path of a file in the cache of this machine, by content hash and file name; empty if it is
   * not there.
   */
  String find(String hash, String name) throws IOException, LabException;

  /** Writes bytes at an offset of a file that is being sent to the cache. */
  void append(String hash, long offset, byte[] bytes) throws IOException, LabException;

  /** Verifies a file that was sent, adds it to the cache and returns its path on this machine. */
  String keep(String hash, String name) throws IOException, LabException;

  /** The path of a working folder in the cache. */
  String folder() throws IOException, LabException;

  /** The address at which other machines reach this one, as far as this one knows. */
  String address() throws IOException, LabException;

  @Override
  void close();
}
