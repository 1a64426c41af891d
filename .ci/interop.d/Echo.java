package interop;

import java.util.Map;

/** The service of the providers of dubbo-go. */
public interface Echo {
  Item echo(Item item);

  String text(String text);

  Map<String, Object> nested(Map<String, Object> map);

  Item nothing(String text);

  String fail(String text);

  String slow(int millis);

  String attachment(String name);
}
