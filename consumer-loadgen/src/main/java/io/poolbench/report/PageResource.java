package io.poolbench.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/** The parts of pages that are the same for all of them: resources of the class path. */
final class PageResource {
  private static final String LIBRARY_PROPERTIES =
      "/META-INF/maven/org.webjars/echarts/pom.properties";

  private PageResource() {}

  /** A file beside this class. */
  static String own(String name) {
    return read(name);
  }

  /** Apache ECharts with what these pages draw, its licence at the head. */
  static String chartLibrary() {
    Properties library = new Properties();
    try (InputStream in = open(LIBRARY_PROPERTIES)) {
      library.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return read(
        "/META-INF/resources/webjars/echarts/"
            + library.getProperty("version")
            + "/echarts.common.min.js");
  }

  private static String read(String name) {
    try (InputStream in = open(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(String name) {
    InputStream in = PageResource.class.getResourceAsStream(name);
    if (in == null) {
      throw new IllegalStateException("not on the class path: " + name);
    }
    return in;
  }
}
