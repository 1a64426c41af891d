package io.poolbench.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A page of HTML that holds all that it needs: style, chart library, scripts and their data. Its
 * content security policy lets it load nothing, and run these scripts only.
 *
 * @param title as text
 * @param body as HTML
 * @param data what the scripts draw, as Jackson writes it
 * @param script the page's own script, a resource beside this class
 */
record HtmlDocument(String title, String body, Object data, String script) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  void writeTo(Appendable out) throws IOException {
    List<String> scripts =
        List.of(
            PageResource.chartLibrary(),
            PageResource.own("loads.js"),
            PageResource.own("charts.js"),
            PageResource.own(script));
    Map<String, String> parts =
        Map.of(
            "title", HtmlText.escape(title),
            "policy", policy(scripts),
            "style", PageResource.own("page.css"),
            "body", body,
            "data", json(),
            "scripts",
                scripts.stream()
                    .map(text -> "<script>" + text + "</script>\n")
                    .collect(Collectors.joining()));
    // Split once, so that a part that looks like a placeholder stays as it is.
    String[] pieces = PageResource.own("page.html").split("\\$\\{|\\}", -1);
    for (int i = 0; i < pieces.length; i++) {
      out.append(i % 2 == 0 ? pieces[i] : parts.get(pieces[i]));
    }
  }

  private static String policy(List<String> scripts) {
    return "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; "
        + "style-src 'unsafe-inline'; script-src "
        + scripts.stream().map(HtmlDocument::source).collect(Collectors.joining(" "));
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

  private String json() throws JsonProcessingException {
    return JSON.writer().with(new InScript()).writeValueAsString(data);
  }

  /** JSON within a script element: no text ends the element, or opens a comment in it. */
  private static final class InScript extends CharacterEscapes {
    private static final SerializableString LINE = new SerializedString("\\u2028");
    private static final SerializableString PARAGRAPH = new SerializedString("\\u2029");

    @Override
    public int[] getEscapeCodesForAscii() {
      int[] escapes = CharacterEscapes.standardAsciiEscapesForJSON();
      escapes['<'] = CharacterEscapes.ESCAPE_STANDARD;
      escapes['>'] = CharacterEscapes.ESCAPE_STANDARD;
      escapes['&'] = CharacterEscapes.ESCAPE_STANDARD;
      return escapes;
    }

    @Override
    public SerializableString getEscapeSequence(int character) {
      return switch (character) {
        case 0x2028 -> LINE;
        case 0x2029 -> PARAGRAPH;
        default -> null;
      };
    }
  }
}
