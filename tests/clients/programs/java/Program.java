import org.openapitools.client.ApiClient;
import org.openapitools.client.api.LinksApi;
import org.openapitools.client.model.CreateUrlBody;
import org.openapitools.client.model.UpdateUrlBody;

/** Creates, edits, lists and deletes a link with the client that openapi-generator generates for Java. */
public class Program {
  public static void main(String[] args) throws Exception {
    var client = new ApiClient();
    client.updateBaseUri(System.getenv("HOPLOG_URL"));
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + System.getenv("HOPLOG_KEY")));
    var links = new LinksApi(client);
    var body = new CreateUrlBody().name("From Java").originalUrl("https://example.com/java");
    var id = links.createUrl(body, null, null).getData().getId();
    System.out.println("made " + id);
    var changes = new UpdateUrlBody().name("Edited from Java").redirectStatus(308);
    System.out.println("edited " + links.updateUrl(id, changes, null, null).getData().getName());
    var listed = links.listUrls(null, 10, null, "Edited from Java", true, null, null, null, null, null, null, null, null,
        null, null, null, null, null, null, null, null, null, null, null).getData();
    System.out.println("listed " + listed.size() + " " + listed.get(0).getName());
    System.out.println("deleted " + links.deleteUrl(id, null, null).getSuccess());
  }
}
