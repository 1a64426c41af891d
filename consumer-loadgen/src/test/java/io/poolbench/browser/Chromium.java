package io.poolbench.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.os.ExecutableFinder;

/**
 * The system's own Chromium without a window, cut off from every network but loopback. What its
 * page asks for and complains of is kept. For one thread.
 */
final class Chromium implements AutoCloseable {
  private static final Duration SCRIPT_TIMEOUT = Duration.ofSeconds(60);
  private static final String HARNESS = harness();
  private static final Set<String> REQUESTS =
      Set.of("Network.requestWillBeSent", "Network.webSocketCreated");

  /** Warns of typed DevTools commands that are missing; none is used. Held, or it is forgotten. */
  private static final Logger DEVTOOLS = Logger.getLogger("org.openqa.selenium.devtools");

  static {
    DEVTOOLS.setLevel(Level.SEVERE);
  }

  private final ChromeDriver driver;

  private Chromium(ChromeDriver driver) {
    this.driver = driver;
  }

  /**
   * Starts a Chromium, in a window of 1280 x 900; where there is none, or none that can be driven,
   * says so and leaves the test out.
   */
  static Chromium start() {
    File browser = executable("chromium");
    File remoteControl = executable("chromedriver");
    ChromeOptions options = new ChromeOptions();
    options.setBinary(browser);
    options.addArguments(
        "--headless=new",
        // Chromium refuses to run as root, as builds in containers do, with its sandbox.
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--force-device-scale-factor=1",
        "--window-size=1280,900",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1");
    LoggingPreferences everything = new LoggingPreferences();
    everything.enable(LogType.BROWSER, Level.ALL);
    everything.enable(LogType.PERFORMANCE, Level.ALL);
    options.setCapability(ChromeOptions.LOGGING_PREFS, everything);
    ChromeDriver driver =
        new ChromeDriver(
            new ChromeDriverService.Builder()
                .usingDriverExecutable(remoteControl)
                .usingAnyFreePort()
                .build(),
            options);
    driver.manage().timeouts().scriptTimeout(SCRIPT_TIMEOUT);
    return new Chromium(driver);
  }

  private static String harness() {
    try (InputStream script = Chromium.class.getResourceAsStream("/browser/harness.js")) {
      return new String(script.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static File executable(String name) {
    String path = new ExecutableFinder().find(name);
    if (path == null) {
      String why = "no " + name + " on the PATH";
      System.out.println("LEFT OUT: tests of pages in a real Chromium: " + why);
      Assumptions.abort(why);
    }
    return new File(path);
  }

  void open(Path page) {
    open(page.toUri().toString());
  }

  /** Opens a page, and forgets what earlier ones asked for and complained of. */
  void open(String address) {
    driver.get("about:blank");
    requests();
    complaints();
    driver.get(address);
    run(HARNESS);
  }

  /** What a script returns; {@code arguments[0]} and on hold the arguments. */
  Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  boolean holds(String expression, Object... arguments) {
    return Boolean.TRUE.equals(run("return !!(" + expression + ");", arguments));
  }

  double figure(String expression, Object... arguments) {
    return ((Number) run("return " + expression + ";", arguments)).doubleValue();
  }

  List<Double> figures(String expression, Object... arguments) {
    List<?> all = (List<?>) run("return [..." + expression + "];", arguments);
    return all.stream().map(each -> ((Number) each).doubleValue()).toList();
  }

  String text(String expression, Object... arguments) {
    return String.valueOf(run("return " + expression + ";", arguments));
  }

  List<String> texts(String expression, Object... arguments) {
    List<?> all = (List<?>) run("return [..." + expression + "];", arguments);
    return all.stream().map(String::valueOf).toList();
  }

  /**
   * Waits until an expression holds.
   *
   * @throws org.openqa.selenium.ScriptTimeoutException where it does not come to
   */
  void await(String expression, Object... arguments) {
    driver.executeAsyncScript(
        """
        const done = arguments[arguments.length - 1];
        const holds = function () { try { return !!(%s); } catch (e) { return false; } };
        const check = () => holds.apply(null, arguments) ? done() : setTimeout(check, 10);
        check();
        """
            .formatted(expression),
        arguments);
  }

  /** Takes a medium, and how its user likes colours: {@code light} or {@code dark}. */
  void show(String medium, String colours) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "media",
            medium,
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", colours))));
  }

  /** Writes numbers and dates as a language does, such as {@code de-DE}; empty: as the system. */
  void speak(String language) {
    driver.executeCdpCommand("Emulation.setLocaleOverride", Map.of("locale", language));
  }

  /** Takes another size, in CSS pixels. */
  void resize(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
  }

  /** The warnings and errors of the console since the last time of asking. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(LogEntry::getMessage)
        .toList();
  }

  /** The addresses that were asked for since the last time of asking. */
  List<String> requests() {
    List<String> addresses = new ArrayList<>();
    for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
      JsonNode message = json(entry.getMessage()).path("message");
      if (REQUESTS.contains(message.path("method").asText())) {
        JsonNode parameters = message.path("params");
        addresses.add(
            parameters.path("request").path("url").asText(parameters.path("url").asText()));
      }
    }
    return addresses;
  }

  private static JsonNode json(String text) {
    try {
      return new JsonMapper().readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    driver.quit();
  }
}
