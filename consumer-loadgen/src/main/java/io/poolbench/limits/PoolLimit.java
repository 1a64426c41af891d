package io.poolbench.limits;

import io.poolbench.journal.Entry;
import io.poolbench.judging.JudgedStudy;
import java.util.List;
import java.util.Objects;

/**
 * What keeps a pool from answering more calls, by name.
 *
 * @param cell whose limit it is
 * @param brief in a few words, such as {@code 6 connections of HikariPool-1}
 * @param sentence with the figures that show it
 * @param remedy what helps most, as a sentence; empty where no setting does
 * @param sites the time of a call by site of the application, at each sampled level
 */
public record PoolLimit(String cell, String brief, String sentence, String remedy, Sites sites) {
  public PoolLimit {
    Objects.requireNonNull(cell, "cell");
    Objects.requireNonNull(brief, "brief");
    Objects.requireNonNull(sentence, "sentence");
    Objects.requireNonNull(remedy, "remedy");
    Objects.requireNonNull(sites, "sites");
  }

  /** The limits of the cells of a study whose business threads were sampled at two loads. */
  public static List<PoolLimit> of(JudgedStudy study, List<Entry> entries) {
    return List.of();
  }

  /** Mean milliseconds of a call at each site, by level. */
  public record Sites(List<Integer> levels, List<SiteTime> times) {
    public static final Sites NONE = new Sites(List.of(), List.of());

    public Sites {
      levels = List.copyOf(levels);
      times = List.copyOf(times);
    }
  }

  public record SiteTime(String name, List<Double> millis) {
    public SiteTime {
      millis = List.copyOf(millis);
    }
  }
}
