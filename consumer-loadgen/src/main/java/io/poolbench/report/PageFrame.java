package io.poolbench.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.TemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import io.poolbench.result.Metric;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * The frame of a page that opens offline: style, chart library, scripts and their data. Its content
 * security policy allows these scripts by their digests, and forbids loading anything.
 *
 * @param scripts in the order they run
 * @param policy the content security policy
 * @param data JSON that neither ends a script element nor opens a comment in it
 */
public record PageFrame(
    String title, String style, List<String> scripts, String policy, String data) {
  private static final String TEMPLATES = "io.poolbench.report.page";

  private static final String LIBRARY_PROPERTIES =
      "/META-INF/maven/org.webjars/echarts/pom.properties";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private record Label(String title, String unit) {}

  private record Data(Map<String, Label> metrics, Object curves) {}

  /**
   * @param script the page's own, a resource beside this class
   * @param curves the data to draw, as Jackson writes it
   */
  static PageFrame of(String title, String script, Object curves) {
    List<String> scripts =
        List.of(
            chartLibrary(), read("loads.js"), read("charts.js"), read("timeline.js"), read(script));
    Map<String, Label> metrics = new LinkedHashMap<>();
    for (Metric metric : Metric.values()) {
      metrics.put(metric.id(), new Label(metric.title(), metric.unit().symbol()));
    }
    return new PageFrame(
        title, read("page.css"), scripts, policy(scripts), json(new Data(metrics, curves)));
  }

  private static String policy(List<String> scripts) {
    return "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; "
        + "style-src 'unsafe-inline'; script-src "
        + scripts.stream().map(PageFrame::source).collect(Collectors.joining(" "));
  }

  private static String source(String script) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  /** Escapes characters that HTML interprets or that end a script's line; all are in strings. */
  private static String json(Object data) {
    try {
      return JSON.writeValueAsString(data)
          .replace("&", "\\u0026")
          .replace("<", "\\u003c")
          .replace(">", "\\u003e")
          .replace("\u2028", "\\u2028")
          .replace("\u2029", "\\u2029");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("data that Jackson cannot write", e);
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
    try (InputStream in = PageFrame.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("not on the class path: " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Renders a template of {@code src/main/jte}, which the build compiles. The model is its only
   * parameter.
   */
  static String render(String template, Object model) {
    StringOutput text = new StringOutput();
    TemplateEngine.createPrecompiled(
            null, ContentType.Html, PageFrame.class.getClassLoader(), TEMPLATES)
        .render(template, model, new PlainOutput(text));
    return text.toString();
  }

  /** Replaces control characters, then escapes texts for their place in the page. */
  private static final class PlainOutput extends OwaspHtmlTemplateOutput {
    PlainOutput(TemplateOutput output) {
      super(output);
    }

    @Override
    public void writeUserContent(String text) {
      super.writeUserContent(text == null ? null : PlainText.line(text));
    }
  }
}
