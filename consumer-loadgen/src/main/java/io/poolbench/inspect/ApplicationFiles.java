package io.poolbench.inspect;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.poolbench.inspect.ApplicationSettings.Setting;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import java.util.zip.ZipException;

/** Reads an application's settings from the files of its jar or class path. */
public final class ApplicationFiles {
  /** Later files override earlier ones. */
  private static final List<String> NAMES =
      List.of("dubbo.properties", "application.yaml", "application.yml", "application.properties");

  /** The folder of classes in a Spring Boot jar, and in any other jar or folder. */
  private static final List<String> FOLDERS = List.of("BOOT-INF/classes", "");

  private static final YAMLMapper YAML = new YAMLMapper();

  private ApplicationFiles() {}

  /** Reads the settings; an invalid file is skipped, as the application itself reports it. */
  public static ApplicationSettings read(List<Path> classPath) throws IOException {
    List<Setting> settings = new ArrayList<>();
    for (String name : NAMES) {
      for (Path entry : classPath) {
        if (Files.isDirectory(entry)) {
          settings.addAll(settings(entry, name));
        } else if (Files.isRegularFile(entry)) {
          try (FileSystem jar = FileSystems.newFileSystem(entry)) {
            settings.addAll(settings(jar.getPath("/"), name));
          } catch (ProviderNotFoundException | ZipException e) {
            // Not a jar: the JVM ignores it too.
          }
        }
      }
    }
    return new ApplicationSettings(settings);
  }

  private static List<Setting> settings(Path root, String name) throws IOException {
    List<Setting> settings = new ArrayList<>();
    for (String folder : FOLDERS) {
      Path file = root.resolve(folder).resolve(name);
      if (Files.isRegularFile(file)) {
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        settings.addAll(name.endsWith(".properties") ? properties(name, text) : yaml(name, text));
      }
    }
    return settings;
  }

  private static List<Setting> properties(String source, String text) throws IOException {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(text));
    } catch (IllegalArgumentException invalid) {
      return List.of();
    }
    return new TreeSet<>(properties.stringPropertyNames())
        .stream().map(key -> new Setting(source, key, properties.getProperty(key))).toList();
  }

  private static List<Setting> yaml(String source, String text) throws IOException {
    List<Setting> settings = new ArrayList<>();
    try (MappingIterator<JsonNode> documents = YAML.readerFor(JsonNode.class).readValues(text)) {
      while (documents.hasNextValue()) {
        JsonNode document = documents.nextValue();
        if (!isOfProfile(document)) {
          flatten(source, "", document, settings);
        }
      }
    } catch (JacksonException invalid) {
      return List.of();
    }
    return settings;
  }

  private static boolean isOfProfile(JsonNode document) {
    JsonNode spring = document.path("spring");
    return spring.path("config").path("activate").has("on-profile")
        || spring.has("config.activate.on-profile")
        || document.has("spring.config.activate.on-profile");
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
    } else if (node.isValueNode() && !node.isNull()) {
      into.add(new Setting(source, prefix, node.asText()));
    }
  }
}
