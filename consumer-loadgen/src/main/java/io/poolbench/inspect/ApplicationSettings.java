package io.poolbench.inspect;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.poolbench.core.AgentLaunch;
import io.poolbench.inspect.ApplicationSettings.Setting;
import io.poolbench.study.ConfigException;
import io.poolbench.study.TargetSettings.ConfiguredBy;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipException;

/**
 * An application's properties for its business pools, from its files and command line: {@code
 * dubbo.protocol}, {@code dubbo.protocols.ID} and {@code dubbo.provider}. Profile files, XML,
 * annotations, code, the environment and config centers are not read.
 *
 * @param settings in rising order of precedence
 * @param springXml the XML files in the application that configure a protocol of Dubbo; which of
 *     them it uses is unknown
 */
public record ApplicationSettings(List<Setting> settings, List<String> springXml) {
  private static final Pattern PROTOCOL =
      Pattern.compile("dubbo\\.(?:protocol|protocols\\.(?<id>[\\w-]+))\\.(?<name>[\\w-]+)");
  private static final Pattern SERVLET =
      Pattern.compile("dubbo\\.protocols?\\.(?:[\\w-]+\\.)?triple\\.servlet\\.enabled");

  private static final Pattern PROVIDER = Pattern.compile("dubbo\\.provider\\.(?<name>[\\w-]+)");
  private static final String PROTOCOL_TAG = "<dubbo:protocol";

  /** The sources of properties that the user gives, which are in no file. */
  private static final String ARGUMENT = "--argument";

  private static final String SYSTEM_PROPERTY = "-D";

  /** A property as Spring Boot takes it from the arguments of a program. */
  private static final Pattern SPRING_ARGUMENT =
      Pattern.compile("--(?<name>[^=]+)=(?<value>.*)", Pattern.DOTALL);

  private static final String WITHOUT_ID = "";

  private static final String DEFAULT_PROTOCOL = "dubbo";

  private static final String DUBBO_FILE = "dubbo.properties";

  /** Later files override earlier ones. */
  private static final List<String> NAMES =
      List.of(DUBBO_FILE, "application.yaml", "application.yml", "application.properties");

  /** The places in a working folder where Spring Boot looks; later ones override earlier ones. */
  private static final List<String> PLACES = List.of("", "config/");

  /** The folder of classes in a Spring Boot jar or war, and in any other jar or folder. */
  private static final List<String> FOLDERS = List.of("BOOT-INF/classes", "WEB-INF/classes", "");

  /** The key of a document that applies to some profiles only; up to Spring Boot 2.7 the second. */
  private static final Pattern OF_PROFILE =
      Pattern.compile("spring\\.(?:config\\.activate\\.on-profile|profiles)");

  /** The line between two documents of a properties file, from Spring Boot 2.4 on. */
  private static final String NEXT_DOCUMENT = "(?m)^[#!]---\\s*$";

  /** The limit of a file that is read; a small jar may contain one of any size. */
  private static final int MAX_FILE_BYTES = 1 << 20;

  private static final YAMLMapper YAML = new YAMLMapper();

  public ApplicationSettings {
    settings = List.copyOf(settings);
    springXml = List.copyOf(springXml);
  }

  /**
   * A property.
   *
   * @param source origin of the property, such as {@code application.yml} or {@code -D}
   * @param value the literal value; a placeholder with a default is replaced by the default
   */
  public record Setting(String source, String key, String value) {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^{}:]+:(?<value>[^{}]*)}");

    public Setting {
      Objects.requireNonNull(source, "source");
      Objects.requireNonNull(key, "key");
      value = PLACEHOLDER.matcher(value).replaceAll("${value}");
    }

    /** The last part of the key, without hyphens, as Dubbo names it. */
    private String name() {
      return plain(key.substring(key.lastIndexOf('.') + 1));
    }

    private String prefix() {
      return key.substring(0, key.lastIndexOf('.'));
    }

    /** A text such as {@code dubbo.protocol.threads=600 (application.yml)}. */
    public String text() {
      return key + "=" + value + " (" + source + ")";
    }
  }

  /**
   * Reads the settings from the files of a jar or class path; an invalid file is skipped, as the
   * application itself reports it.
   */
  public static ApplicationSettings read(List<Path> classPath) throws IOException {
    Map<String, List<Setting>> byFile = new LinkedHashMap<>();
    List<String> springXml = new ArrayList<>();
    for (Path entry : classPath) {
      if (Files.isDirectory(entry)) {
        read(entry, byFile, springXml);
      } else if (Files.isRegularFile(entry)) {
        try (FileSystem jar = FileSystems.newFileSystem(entry)) {
          read(jar.getPath("/"), byFile, springXml);
        } catch (ProviderNotFoundException | ZipException e) {
          // Not a jar: the JVM ignores it too.
        }
      }
    }
    return new ApplicationSettings(
        NAMES.stream().flatMap(name -> byFile.getOrDefault(name, List.of()).stream()).toList(),
        springXml);
  }

  /** Reads a folder of classes, or the root folder of a jar. */
  private static void read(Path root, Map<String, List<Setting>> byFile, List<String> springXml)
      throws IOException {
    for (String name : NAMES) {
      // A class loader finds the first file of a name only.
      if (byFile.getOrDefault(name, List.of()).isEmpty()) {
        byFile.put(name, settings(root, name));
      }
    }
    springXml.addAll(springXml(root));
  }

  /** These settings, and stronger ones of the files in the folder where the program runs. */
  public ApplicationSettings runIn(Path folder) throws IOException {
    List<Setting> all = new ArrayList<>(settings);
    for (String place : PLACES) {
      for (String name : NAMES) {
        if (!name.equals(DUBBO_FILE)) {
          all.addAll(settings(folder, place + name));
        }
      }
    }
    return new ApplicationSettings(all, springXml);
  }

  private static List<String> springXml(Path root) throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".xml")).sorted().toList()) {
        // Of a larger file, which is no configuration of a person, the beginning decides.
        if (beginning(file, MAX_FILE_BYTES).contains(PROTOCOL_TAG)) {
          found.add(file.getFileName().toString());
        }
      }
    }
    return found;
  }

  private static String beginning(Path file, int bytes) throws IOException {
    try (InputStream content = Files.newInputStream(file)) {
      return new String(content.readNBytes(bytes), StandardCharsets.UTF_8);
    }
  }

  private static List<Setting> settings(Path root, String name) throws IOException {
    List<Setting> settings = new ArrayList<>();
    for (String folder : FOLDERS) {
      Path file = root.resolve(folder).resolve(name);
      if (Files.isRegularFile(file)) {
        String text = beginning(file, MAX_FILE_BYTES);
        if (Files.size(file) > MAX_FILE_BYTES) {
          throw ConfigException.of(
              file.toString(), "more than %d MiB of settings".formatted(MAX_FILE_BYTES >> 20));
        }
        settings.addAll(name.endsWith(".properties") ? properties(name, text) : yaml(name, text));
      }
    }
    return settings;
  }

  private static List<Setting> properties(String source, String text) throws IOException {
    List<Setting> settings = new ArrayList<>();
    for (String part : text.split(NEXT_DOCUMENT, -1)) {
      Properties properties = new Properties();
      try {
        properties.load(new StringReader(part));
      } catch (IllegalArgumentException invalid) {
        return List.of();
      }
      List<Setting> document = new ArrayList<>();
      for (String key : new TreeSet<>(properties.stringPropertyNames())) {
        document.add(new Setting(source, key, properties.getProperty(key)));
      }
      settings.addAll(ofAllProfiles(document));
    }
    return settings;
  }

  private static List<Setting> yaml(String source, String text) throws IOException {
    List<Setting> settings = new ArrayList<>();
    try (MappingIterator<JsonNode> documents = YAML.readerFor(JsonNode.class).readValues(text)) {
      while (documents.hasNextValue()) {
        List<Setting> document = new ArrayList<>();
        flatten(source, "", documents.nextValue(), document);
        settings.addAll(ofAllProfiles(document));
      }
    } catch (JacksonException invalid) {
      return List.of();
    }
    return settings;
  }

  /** The settings of a document; none if it applies to some profiles only. */
  private static List<Setting> ofAllProfiles(List<Setting> document) {
    return document.stream().anyMatch(setting -> OF_PROFILE.matcher(setting.key()).matches())
        ? List.of()
        : document;
  }

  private static void flatten(String source, String prefix, JsonNode node, List<Setting> into) {
    if (node.isObject()) {
      node.properties()
          .forEach(
              member ->
                  flatten(
                      source,
                      prefix.isEmpty() ? member.getKey() : prefix + "." + member.getKey(),
                      member.getValue(),
                      into));
    } else if (!node.isNull()) {
      into.add(new Setting(source, prefix, node.asText()));
    }
  }

  /**
   * These settings and stronger ones of a command line.
   *
   * @param properties of the JVM, which Dubbo prefers
   */
  public ApplicationSettings with(List<String> arguments, Map<String, String> properties) {
    List<Setting> all = new ArrayList<>(settings);
    for (String argument : arguments) {
      Matcher property = SPRING_ARGUMENT.matcher(argument);
      if (property.matches()) {
        all.add(new Setting(ARGUMENT, property.group("name"), property.group("value")));
      }
    }
    properties.forEach((name, value) -> all.add(new Setting(SYSTEM_PROPERTY, name, value)));
    return new ApplicationSettings(all, springXml);
  }

  /**
   * The setting by which Triple's calls come through the servlet container, in whose threads they
   * run; empty if they do not.
   */
  public Optional<Setting> tripleOverServlet() {
    Map<String, Setting> last = new LinkedHashMap<>();
    settings.forEach(setting -> last.put(setting.key(), setting));
    return last.values().stream()
        .filter(
            setting ->
                SERVLET.matcher(setting.key()).matches()
                    ? setting.value().equals("true")
                    : PROTOCOL.matcher(setting.key()).matches()
                        && setting.name().equals("port")
                        && setting.value().equals("${server.port}"))
        .findFirst();
  }

  /**
   * The settings for a protocol's pool, by {@code threadpool}, {@code threads}, {@code
   * corethreads}, {@code queues} and {@code alive}. As in Dubbo, a protocol's setting overrides the
   * provider's, and {@code dubbo.protocols.ID} replaces {@code dubbo.protocol} as a whole.
   *
   * @param port tells sections of the same protocol apart
   */
  public Map<String, Setting> ofPool(String protocol, int port) {
    Map<String, Setting> pool = ofProtocol(protocol, port);
    pool.keySet().retainAll(AgentLaunch.POOL);
    return pool;
  }

  /**
   * Where the application's files configure a protocol's pool: the strongest setting of the pool,
   * or else of the protocol; the only XML file, if no other does.
   *
   * @param port see {@link #ofPool}
   */
  public ConfiguredBy place(String protocol, int port) {
    Map<String, Setting> all = ofProtocol(protocol, port);
    List<Setting> inFiles =
        all.values().stream()
            .filter(setting -> !setting.source().equals(ARGUMENT))
            .filter(setting -> !setting.source().equals(SYSTEM_PROPERTY))
            .toList();
    Optional<Setting> strongest =
        inFiles.stream()
            .max(
                Comparator.comparing((Setting setting) -> AgentLaunch.POOL.contains(setting.name()))
                    .thenComparing(setting -> PROTOCOL.matcher(setting.key()).matches())
                    .thenComparing(settings::indexOf));
    return strongest
        .map(
            setting ->
                new ConfiguredBy(
                    setting.source(),
                    setting.prefix(),
                    all.containsKey("port") ? port(all) : defaultPort(protocol)))
        .orElseGet(
            () ->
                new ConfiguredBy(
                    springXml.size() == 1 ? springXml.get(0) : "", "dubbo.protocol", port(all)));
  }

  /** The port that Dubbo uses for a protocol where none is configured. */
  private static int defaultPort(String protocol) {
    return protocol.equals("tri") ? 50_051 : 20_880;
  }

  /** The configured port of a section; 0 if it has none, or a placeholder. */
  private static int port(Map<String, Setting> section) {
    Setting port = section.get("port");
    return port != null && port.value().matches("\\d{1,5}") ? Integer.parseInt(port.value()) : 0;
  }

  private Map<String, Setting> ofProtocol(String protocol, int port) {
    Map<String, Map<String, Setting>> sections = new LinkedHashMap<>();
    Map<String, Setting> pool = new LinkedHashMap<>();
    for (Setting setting : settings) {
      Matcher ofProtocol = PROTOCOL.matcher(setting.key());
      Matcher ofProvider = PROVIDER.matcher(setting.key());
      if (ofProtocol.matches()) {
        String id = Objects.requireNonNullElse(ofProtocol.group("id"), WITHOUT_ID);
        sections
            .computeIfAbsent(id, section -> new LinkedHashMap<>())
            .put(plain(ofProtocol.group("name")), setting);
      } else if (ofProvider.matches()) {
        pool.put(plain(ofProvider.group("name")), setting);
      }
    }
    sections.entrySet().stream()
        .filter(section -> name(section.getKey(), section.getValue()).equals(protocol))
        .filter(section -> !section.getKey().isEmpty() || sections.size() == 1)
        .map(Map.Entry::getValue)
        // Stable, so that it is the first section where the program runs on another port.
        .min(Comparator.comparing(section -> port(section) != port))
        .ifPresent(pool::putAll);
    return pool;
  }

  private static String name(String id, Map<String, Setting> section) {
    Setting name = section.get("name");
    String unnamed = id.isEmpty() ? DEFAULT_PROTOCOL : id;
    return name == null ? unnamed : name.value();
  }

  /** Removes hyphens: Spring accepts {@code core-threads} for {@code corethreads}. */
  private static String plain(String name) {
    return name.replace("-", "");
  }
}
