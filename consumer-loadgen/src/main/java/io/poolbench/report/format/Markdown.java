package io.poolbench.report.format;

import io.poolbench.report.format.Table.Entry;
import java.util.List;
import java.util.regex.Pattern;

/** Renders reports in GitHub-flavoured Markdown, with tables aligned as text. */
public final class Markdown {
  /** An underscore within a word is no markup. */
  private static final Pattern MARKUP =
      Pattern.compile("[\\\\`*\\[\\]|~#]|(?<!\\p{Alnum})_|_(?!\\p{Alnum})|<(?=[A-Za-z/!?])");

  private static final Pattern ENTITY = Pattern.compile("&(?=[#A-Za-z])");

  /** What makes a list, a quotation or a heading of a line that begins with it. */
  private static final Pattern LINE_START =
      Pattern.compile("^(\\s*)([-+](?=\\s|$)|-(?=[- ]+$)|[=>])|^(\\s*\\d{1,9})([.)])(?=\\s|$)");

  private final StringBuilder out = new StringBuilder();

  private Markdown() {}

  public static String text(Report report) {
    Markdown markdown = new Markdown();
    markdown.line("# " + escape(report.title()));
    markdown.line("");
    if (!report.origin().isEmpty()) {
      markdown.line(escapeLine(report.origin()));
      markdown.line("");
    }
    report.blocks().forEach(markdown::write);
    return markdown.out.toString();
  }

  private void write(Block block) {
    if (block instanceof Block.Headline headline) {
      line("**" + headline.tone().prefix() + escape(headline.text()).strip() + "**");
    } else if (block instanceof Block.Heading heading) {
      line("#".repeat(heading.level()) + " " + escape(heading.text()));
    } else if (block instanceof Block.Paragraph paragraph) {
      line(paragraph.tone().prefix() + escapeLine(paragraph.text()));
    } else if (block instanceof Block.Verbatim verbatim) {
      // Indented, since no text ends such a block.
      verbatim.lines().forEach(text -> line("    " + Text.line(text)));
    } else if (block instanceof Block.Notes notes) {
      for (int i = 0; i < notes.texts().size(); i++) {
        line((i + 1) + ". " + escapeLine(notes.texts().get(i)));
      }
    } else if (block instanceof Table table) {
      table(table);
    } else if (block instanceof Block.Folded folded && folded.hasText()) {
      line("## " + escape(folded.summary()));
      line("");
      folded.blocks().forEach(this::write);
      return;
    } else {
      return; // Charts are in the page.
    }
    line("");
  }

  private void table(Table table) {
    List<String> titles = table.columns().stream().map(of -> escape(of.title())).toList();
    List<List<String>> rows =
        table.rows().stream().map(row -> row.stream().map(Markdown::escape).toList()).toList();
    int[] widths = new int[titles.size()];
    for (int i = 0; i < widths.length; i++) {
      int column = i;
      // At least two, for the rule that aligns a column.
      widths[i] =
          Math.max(
              Math.max(2, Text.width(titles.get(i))),
              rows.stream().mapToInt(row -> Text.width(row.get(column))).max().orElse(0));
    }
    row(table, widths, titles);
    StringBuilder rule = new StringBuilder("|");
    for (int i = 0; i < widths.length; i++) {
      String dashes = "-".repeat(widths[i] - 1);
      boolean right = table.columns().get(i).rightAligned();
      rule.append(' ').append(right ? dashes + ":" : ":" + dashes).append(" |");
    }
    line(rule.toString());
    rows.forEach(row -> row(table, widths, row));
  }

  private void row(Table table, int[] widths, List<String> texts) {
    StringBuilder row = new StringBuilder("|");
    for (int i = 0; i < widths.length; i++) {
      String fill = " ".repeat(widths[i] - Text.width(texts.get(i)));
      boolean right = table.columns().get(i).rightAligned();
      row.append(' ').append(right ? fill + texts.get(i) : texts.get(i) + fill).append(" |");
    }
    line(row.toString());
  }

  private void line(String text) {
    out.append(text).append('\n');
  }

  private static String escapeLine(String text) {
    return LINE_START.matcher(escape(text)).replaceFirst("$1$3\\\\$2$4");
  }

  private static String escape(Entry entry) {
    return entry.tone() == Tone.OPEN
        ? "\\~ " + escape(entry.text())
        : entry.tone().prefix() + escape(entry.text());
  }

  private static String escape(String text) {
    String plain = ENTITY.matcher(Text.line(text)).replaceAll("&amp;");
    return MARKUP.matcher(plain).replaceAll("\\\\$0");
  }
}
