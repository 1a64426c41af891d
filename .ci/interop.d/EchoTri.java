package interop;

import java.util.Map;

/** The same service by Triple, where dubbo-go exports its methods by their names in Go. */
public interface EchoTri {
  Item Echo(Item item);

  String Text(String text);

  Map<String, Object> Nested(Map<String, Object> map);

  Item Nothing(String text);

  String Fail(String text);

  String Slow(int millis);

  String Attachment(String name);
}
