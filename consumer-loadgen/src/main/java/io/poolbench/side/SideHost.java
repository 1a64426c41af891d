package io.poolbench.side;

import io.poolbench.lab.LabException;
import java.io.IOException;

/** The machine of a side: its build, its files and its addresses. */
public interface SideHost extends AutoCloseable {
  /** The hash of the build that the side runs. */
  String build() throws LabException;

  /**
   * Where a file of the coordinator is in the cache here; empty if it is not.
   *
   * @param hash of its content
   * @param name of the file, without a folder
   */
  String find(String hash, String name) throws IOException, LabException;

  /**
   * Adds bytes to a file that is sent to the cache.
   *
   * @param offset where they belong
   */
  void append(String hash, long offset, byte[] bytes) throws IOException, LabException;

  /**
   * Keeps a file that was sent.
   *
   * @param name of the file, without a folder
   * @return its path here
   */
  String keep(String hash, String name) throws IOException, LabException;

  /** A working folder, in the cache. */
  String folder() throws IOException, LabException;

  /** The address at which others reach this machine, as far as it knows. */
  String address() throws IOException, LabException;

  @Override
  void close();
}
