package io.poolbench.published;

import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedStudy;
import io.poolbench.judge.Parameter;
import io.poolbench.study.Cell;
import io.poolbench.study.Publication;
import io.poolbench.study.Publication.PublishedTable;
import io.poolbench.study.Workload;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Selects load curves of a result by the name of a cell; {@code CELL/GROUP}, a group of its users;
 * {@code CELL/PHASE}, a phase of its load; a published table, for all closed-loop cells that name
 * it; or a table and a number of threads, such as {@code jsf-fixed 24}. A cell takes precedence
 * over a table of the same name.
 */
record Curves(JudgedStudy judged) {
  static final String HINT =
      "a cell's name, 'CELL/GROUP', 'CELL/PHASE', 'TABLE', or 'TABLE THREADS'";

  static final Parameter ANY = selector(any -> true, List.of());

  private static final Pattern POOL = Pattern.compile("(?<table>.+) (?<threads>[0-9]+)");

  static Parameter selector(Predicate<String> valid, List<String> names) {
    return Parameter.text("pool", valid, HINT, names);
  }

  Curve of(PublishedRow row) {
    return curve(row.table(), row::isAbout);
  }

  Curve of(String selector) {
    if (judged.cell(selector).isPresent()) {
      return new Curve(selector, List.of(judged.cell(selector).get()));
    }
    String table = table(selector, tables(judged.study().published()));
    return curve(
        selector,
        cell ->
            cell.load().workload() instanceof Workload.Closed
                && !table.isEmpty()
                && cell.standards().published().equals(table)
                && isOf(selector, cell));
  }

  static List<String> tables(List<Publication> publications) {
    return publications.stream()
        .flatMap(publication -> publication.tables().stream())
        .map(PublishedTable::name)
        .toList();
  }

  static String table(String selector, List<String> tables) {
    if (tables.contains(selector)) {
      return selector;
    }
    Matcher pool = POOL.matcher(selector);
    return pool.matches() && tables.contains(pool.group("table")) ? pool.group("table") : "";
  }

  private static boolean isOf(String selector, Cell cell) {
    Matcher pool = POOL.matcher(selector);
    return cell.standards().published().equals(selector)
        || (pool.matches()
            && pool.group("threads").equals(String.valueOf(cell.provider().pool().threads())));
  }

  /** The cells, or without any the groups and phases, that meet a condition. */
  private Curve curve(String name, Predicate<Cell> which) {
    List<JudgedCell> cells =
        judged.cells().stream().filter(cell -> which.test(cell.cell())).toList();
    return new Curve(
        name,
        cells.isEmpty()
            ? judged.cells().stream()
                .flatMap(cell -> cell.parts().stream())
                .filter(part -> which.test(part.cell()))
                .toList()
            : cells);
  }
}
