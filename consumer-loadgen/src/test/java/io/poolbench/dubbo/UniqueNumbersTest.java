package io.poolbench.dubbo;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.RpcProtocol;
import io.poolbench.dubbo.WireRequests.NumberSlots;
import io.poolbench.load.Destination;
import io.poolbench.load.FailureReasons;
import io.poolbench.study.CallSettings.Serialization;
import io.poolbench.study.DriverSettings;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests with a number of their own, against Dubbo's codec. */
class UniqueNumbersTest {
  private static final long SEQUENCE = 1_795_000_000_123_457L;

  @TempDir private static Path folder;

  @RegisterExtension static final TestApplication APPLICATION = new TestApplication(() -> folder);

  /** A generic call has its number as a text that fits its parameter. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "false | find(long) | [\"${#}\"] | LONG",
        "false | attached | [\"key-${#}-${#}\"] | LONG",
        "false | save | [{\"id\": \"${#}\", \"customer\": \"c${#}\", \"status\": \"OPEN\"}] | LONG",
        "false | flag | [\"OPEN\", \"${#}\", true] | INT",
        "false | find(String, List<Integer>) | [\"c${#}\", [1, \"${#}\"]] | INT",
        "true | find(long) | [\"${#}\"] | LONG",
        "true | find(int) | [\"${#}\"] | INT",
        "true | find(java.lang.String,int) | [\"${#}\", 7] | LONG",
      })
  void ruleAPatchedRequestIsWhatDubboEncodesOfItsNumber(
      boolean generic, String method, String arguments, UniqueNumbers numbers) throws Exception {
    for (Serialization form : Serialization.values()) {
      MeasuredCall call = call(method, arguments, form, generic);
      assertThat(call.unique()).isEqualTo(numbers);
      String number = Long.toString(numbers.number(SEQUENCE));
      MeasuredCall literal = call(method, arguments.replace("${#}", number), form, generic);

      assertThat(written(call, SEQUENCE)).as("%s", form).isEqualTo(written(literal, 0));
    }
  }

  @Test
  void whatHasNoFixedPlaceIsRefusedWithWhatIsValid() throws Exception {
    MeasuredCall call = call("save", "[{\"total\": \"${#}.5\"}]", Serialization.HESSIAN2, false);
    // A decimal is a text in hessian, and has its digits there.
    assertThat(new String(written(call, SEQUENCE), ISO_8859_1)).contains(SEQUENCE + ".5");

    NumberSlots slots = new NumberSlots(UniqueNumbers.LONG, 1);
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(() -> slots.add(new byte[] {1, 2, 3}, new byte[] {1, 2, 4}))
        .withMessageContaining("record 1")
        .withMessageContaining("valid:");
  }

  @ParameterizedTest
  @EnumSource(value = UniqueNumbers.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void ruleNumbersHaveOneLengthAndNoTwoCallsShareOne(UniqueNumbers numbers) {
    Set<Long> seen = new HashSet<>();
    // As of three groups.
    SplittableRandom random = new SplittableRandom(7);
    for (int group = 0; group < 3; group++) {
      long start = UniqueNumbers.start(random);
      for (int call = 0; call < 10_000; call++) {
        long number = numbers.number(start + call);
        assertThat(seen.add(number)).isTrue();
        assertThat(Long.toString(number)).hasSize(numbers.digits());
        assertThat(number).isLessThanOrEqualTo(numbers.bytes() == 4 ? Integer.MAX_VALUE : number);
      }
    }
  }

  /** As of two groups, which open one after the other. */
  @Test
  void ruleClientsOfTheSameCallHaveDistantNumbers() throws Exception {
    MeasuredCall call = call("find(long)", "[\"${#}\"]", Serialization.HESSIAN2, false);
    try (FrameCodec codec = new FrameCodec(call, 1_000)) {
      long first = new WireRequests(codec, call).start();
      long second = new WireRequests(codec, call).start();

      assertThat(Math.abs(first - second)).isGreaterThan(10_000_000);
    }
  }

  @Test
  void aClientThatDoesNotPatchItsRequestsIsRefused() {
    DriverSettings settings =
        new DriverSettings("tri", Calls.of("find(long)", "[\"${#}\"]"), 1, 1_000, 1);

    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(
            () ->
                ClientKind.targets(
                    settings,
                    RpcProtocol.TRI,
                    Destination.direct(new InetSocketAddress(1)),
                    TestService.USERS,
                    APPLICATION.classes(),
                    new FailureReasons()))
        .withMessageContaining("valid: with wire");
  }

  private static MeasuredCall call(
      String method, String arguments, Serialization form, boolean generic) {
    return TargetCall.of(
        Calls.of(method, arguments, "", null, form, generic), APPLICATION.classes());
  }

  private static byte[] written(MeasuredCall call, long sequence) throws Exception {
    try (FrameCodec codec = new FrameCodec(call, 1_000)) {
      ByteBuf out = Unpooled.buffer().writeInt(0);
      new WireRequests(codec, call).writeRequest(out, 0, 5, sequence);
      return ByteBufUtil.getBytes(out);
    }
  }
}
