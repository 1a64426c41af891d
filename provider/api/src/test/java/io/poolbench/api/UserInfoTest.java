package io.poolbench.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.Chars;

class UserInfoTest {

  @Property
  void aRecordIsReadBackAsWritten(
      @ForAll @AlphaChars String pin,
      @ForAll @Chars({'a', 'é', '名', ' '}) String name,
      @ForAll int level,
      @ForAll long registered,
      @ForAll @Chars({'x', '\n', '字'}) String profile) {
    UserInfo user = new UserInfo(pin, name, level, registered, profile);

    assertThat(UserInfo.decode(user.encode())).isEqualTo(user);
  }

  @Example
  void aRecordWithTooFewLinesIsInvalid() {
    assertThatThrownBy(() -> UserInfo.decode("pin\nname".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2");
  }
}
