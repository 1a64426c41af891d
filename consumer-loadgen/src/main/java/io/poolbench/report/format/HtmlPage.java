package io.poolbench.report.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.TemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * A report as a page in one file that opens offline. Its content security policy allows its own
 * scripts by their digests, and forbids loading anything.
 */
public final class HtmlPage {
  private static final String TEMPLATES = "io.poolbench.report.page";

  private static final String LIBRARY_PROPERTIES =
      "/META-INF/maven/org.webjars/echarts/pom.properties";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Report report;
  private final List<String> scripts;

  /** The charts that have a place so far: of those of one place one is shown. */
  private final List<List<Chart>> charts = new ArrayList<>();

  private HtmlPage(Report report) {
    this.report = report;
    this.scripts = List.of(chartLibrary(), read("page.js"));
  }

  public static String text(Report report) {
    return render("page.jte", new HtmlPage(report));
  }

  public Report report() {
    return report;
  }

  /** Gives charts a place, where one of them is shown, and returns its number. */
  public int placed(List<Chart> choice) {
    charts.add(choice);
    return charts.size() - 1;
  }

  public String style() {
    return read("page.css");
  }

  public List<String> scripts() {
    return scripts;
  }

  public String policy() {
    return "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; "
        + "style-src 'unsafe-inline'; script-src "
        + scripts.stream().map(HtmlPage::source).collect(Collectors.joining(" "));
  }

  private static String source(String script) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  /**
   * JSON of the charts that have a place, which neither ends a script element nor opens a comment
   * in it.
   */
  public String data() {
    try {
      return Text.json(JSON.writeValueAsString(charts))
          .replace("&", "\\u0026")
          .replace("<", "\\u003c")
          .replace(">", "\\u003e")
          .replace("\u2028", "\\u2028")
          .replace("\u2029", "\\u2029");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("charts that Jackson cannot write", e);
    }
  }

  /** Apache ECharts with the chart types that pages use, including its licence. */
  private static String chartLibrary() {
    Properties library = new Properties();
    try {
      library.load(new StringReader(read(LIBRARY_PROPERTIES)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String version = library.getProperty("version");
    return read("/META-INF/resources/webjars/echarts/" + version + "/echarts.common.min.js");
  }

  private static String read(String name) {
    try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("not on the class path: " + name);
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Renders a template of {@code src/main/jte}, whose only parameter is the model. */
  static String render(String template, Object model) {
    StringOutput text = new StringOutput();
    TemplateEngine.createPrecompiled(
            null, ContentType.Html, HtmlPage.class.getClassLoader(), TEMPLATES)
        .render(template, model, new PlainOutput(text));
    return text.toString();
  }

  /** Escapes texts by {@link Text}, then for their place in the page. */
  private static final class PlainOutput extends OwaspHtmlTemplateOutput {
    PlainOutput(TemplateOutput output) {
      super(output);
    }

    @Override
    public void writeUserContent(String text) {
      super.writeUserContent(text == null ? null : Text.line(text));
    }
  }
}
