package io.poolbench.report;

import java.util.ArrayList;
import java.util.List;

/** A table, independent of any format. Each row has one text per column. */
public record Table(List<Column> columns, List<List<String>> rows) implements Block {
  public Table {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<String> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(row + " does not fit " + columns);
      }
    }
  }

  /** A column; texts are aligned left, figures right. */
  public record Column(String title, boolean rightAligned) {
    static Column text(String title) {
      return new Column(title, false);
    }

    static Column figure(String title) {
      return new Column(title, true);
    }

    String pad(String text, int width) {
      String fill = " ".repeat(Math.max(0, width - DisplayWidth.of(text)));
      return rightAligned ? fill + text : text + fill;
    }
  }

  /** The width of each column: of its title or its widest text, whichever takes more. */
  List<Integer> widths() {
    List<Integer> widths = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      int width = DisplayWidth.of(columns.get(i).title());
      for (List<String> row : rows) {
        width = Math.max(width, DisplayWidth.of(row.get(i)));
      }
      widths.add(width);
    }
    return widths;
  }

  List<String> titles() {
    return columns.stream().map(Column::title).toList();
  }
}
