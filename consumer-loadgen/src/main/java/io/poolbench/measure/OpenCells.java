package io.poolbench.measure;

import io.poolbench.journal.Entry;
import io.poolbench.journal.Journal;
import io.poolbench.journal.Slice;
import io.poolbench.judge.Visit;
import io.poolbench.lab.LabException;
import java.util.List;

/** A running provider with the pools of the cells that share it. For one thread. */
interface OpenCells extends AutoCloseable {
  /** Starts providers. */
  @FunctionalInterface
  interface Opener {
    /** Starts the provider of some cells; nothing of it is left running if that fails. */
    OpenCells open(SharedCells cells) throws LabException, InterruptedException;
  }

  /** What runs, of each cell, before the warm-up. */
  List<Entry.Opened> opened();

  /** Warms all pools up; returns the warm-up of each cell. */
  List<Entry.Opened> warm() throws LabException, InterruptedException;

  /** Measures a visit; returns a slice for each part of the cell. */
  List<Slice> measure(Visit visit) throws LabException, InterruptedException;

  /** Samples the business threads of a target during a visit, which is not measured. */
  Entry.Sampled sample(Visit visit, Journal soFar) throws LabException, InterruptedException;

  /** Ends the provider. */
  @Override
  void close();
}
