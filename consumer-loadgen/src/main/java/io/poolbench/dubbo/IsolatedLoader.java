package io.poolbench.dubbo;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The classes of an application, and apart from the driver's the clients and libraries that call
 * it. Each class is one of these:
 *
 * <ul>
 *   <li>shared with the driver: the JDK's, the load and its event loops (Netty), the logger, and
 *       hessian-lite, whose own files are always read by the system's class loader;
 *   <li>the driver's, loaded anew: the clients, Dubbo, and whatever the application lacks;
 *   <li>the application's: all others, so that generated and annotated classes find the version of
 *       a library for which they were made. Of a {@link Library} that the clients use themselves, a
 *       version of the application that is too old for them gives way to the driver's.
 * </ul>
 *
 * <p>Thread-safe.
 */
final class IsolatedLoader extends URLClassLoader {
  private static final Pattern SHARED =
      Pattern.compile(
          "io\\.netty\\..*|org\\.slf4j\\..*|com\\.alibaba\\.com\\.caucho\\..*"
              + "|io\\.poolbench\\.(?!dubbo\\.).*"
              + "|io\\.poolbench\\.dubbo\\.(?:ServiceCalls|ExpectedUsers)(?:\\$.*)?");

  /** Protobuf's JSON is the driver's: it fits all versions that {@link Library} accepts. */
  private static final Pattern DRIVERS =
      Pattern.compile(
          "org\\.apache\\.dubbo\\..*|io\\.poolbench\\..*|com\\.google\\.protobuf\\.util\\..*");

  /**
   * Settings of the application's Dubbo, and its extensions: those within it are for another
   * version, and filters of the application would run in the driver's consumer. Serializations are
   * needed for calls.
   */
  private static final Pattern DRIVERS_RESOURCES =
      Pattern.compile(
          "META-INF/dubbo/(?!(?:external/)?org\\.apache\\.dubbo\\.common\\.serialize\\.).*"
              + "|META-INF/services/org\\.apache\\.dubbo\\..*"
              + "|dubbo\\.properties");

  static {
    ClassLoader.registerAsParallelCapable();
  }

  private final ClassLoader driver = IsolatedLoader.class.getClassLoader();
  private final List<String> tooOld;

  /**
   * @param classPath of the application
   */
  IsolatedLoader(URL[] classPath) {
    super("application", classPath, ClassLoader.getPlatformClassLoader());
    this.tooOld =
        Arrays.stream(Library.values())
            .filter(library -> !library.isNewEnough(super::findResource, driver::getResource))
            .map(Library::prefix)
            .toList();
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    return SHARED.matcher(name).matches() ? driver.loadClass(name) : super.loadClass(name, resolve);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    String file = name.replace('.', '/') + ".class";
    boolean preferred =
        DRIVERS.matcher(name).matches() || tooOld.stream().anyMatch(name::startsWith);
    URL drivers = preferred || super.findResource(file) == null ? driver.getResource(file) : null;
    return drivers == null ? super.findClass(name) : define(name, drivers, file);
  }

  private Class<?> define(String name, URL found, String file) {
    try (InputStream content = found.openStream()) {
      byte[] bytes = content.readAllBytes();
      CodeSource source = new CodeSource(location(found, file), (Certificate[]) null);
      return defineClass(
          name, bytes, 0, bytes.length, new ProtectionDomain(source, null, this, null));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static URL location(URL found, String file) throws IOException {
    if (found.openConnection() instanceof JarURLConnection jar) {
      return jar.getJarFileURL();
    }
    String text = found.toString();
    return new URL(text.substring(0, text.length() - file.length()));
  }

  /**
   * Whether a resource is the driver's; a compiler finds the class that is loaded, as javassist.
   */
  private static boolean isDrivers(String name) {
    return DRIVERS_RESOURCES.matcher(name).matches()
        || (name.endsWith(".class") && DRIVERS.matcher(name.replace('/', '.')).matches());
  }

  @Override
  public URL findResource(String name) {
    URL own = isDrivers(name) ? null : super.findResource(name);
    return own == null ? driver.getResource(name) : own;
  }

  @Override
  public Enumeration<URL> findResources(String name) throws IOException {
    List<URL> all = new ArrayList<>();
    if (!isDrivers(name)) {
      all.addAll(Collections.list(super.findResources(name)));
    }
    all.addAll(Collections.list(driver.getResources(name)));
    return Collections.enumeration(all);
  }
}
