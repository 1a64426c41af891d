package com.example.plain;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Paths;
import java.util.regex.Pattern;

/** {@link PlainProvider} in a class loader that hides the agent, as those of some containers do. */
public final class FilteredProvider {
  private FilteredProvider() {}

  /**
   * Starts the provider with the classes of the property {@code hidden.class.path}.
   *
   * @param arguments as of {@link PlainProvider}
   */
  public static void main(String[] arguments) throws Exception {
    URL[] urls =
        Pattern.compile(File.pathSeparator)
            .splitAsStream(System.getProperty("hidden.class.path"))
            .map(FilteredProvider::url)
            .toArray(URL[]::new);
    ClassLoader isolated = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
    Thread.currentThread().setContextClassLoader(isolated);
    isolated
        .loadClass(PlainProvider.class.getName())
        .getMethod("main", String[].class)
        .invoke(null, (Object) arguments);
  }

  private static URL url(String entry) {
    try {
      return Paths.get(entry).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
